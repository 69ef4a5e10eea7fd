import type { Card } from '@fieldwatch/contract/widgets/list'
import type { Measure } from '@fieldwatch/contract/measures/measure'
import { valueWords } from '#shared/latest/value-format.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import classes from './card-widget.module.css'
import { valueColumns } from '../value-columns.ts'
import { ValueNote } from '../value-note.tsx'
import type { ReadSource } from '#shared/latest/source-state.ts'
import { valueStateText, widgetValue, type WidgetValue } from '../widget-value.ts'
import { Widget } from '../widget.tsx'

interface CardWidgetProps {
  card: Card
  /** Info cards are lists; statistics are side by side. */
  layout: 'list' | 'row'
  read: ReadSource
}

/** The newest values of one topic. */
export function CardWidget({ card, layout, read }: CardWidgetProps) {
  const measures = useMeasures()
  const entries = valueColumns(card.specifications).map((column) => ({
    column,
    value: widgetValue(column, column.source, read),
  }))
  const times = entries.flatMap(({ value }) => (value.kind === 'value' ? [value.at] : []))
  return (
    <Widget title={card.topic} aside={<ValueNote at={times.length === 0 ? undefined : Math.max(...times)} />}>
      <dl className={classes['values']} data-layout={layout}>
        {entries.map(({ column, value }) => (
          <div key={column.key} className={classes['entry']}>
            <dt className={classes['name']} title={column.friendlyName}>
              {column.friendlyName}
            </dt>
            <dd className={classes['value']} data-state={value.kind}>
              {cardText(value, measures(column.unit), column.decimals)}
            </dd>
          </div>
        ))}
      </dl>
    </Widget>
  )
}

function cardText(value: WidgetValue, measure: Measure, decimals: number | undefined) {
  if (value.kind !== 'value') return valueStateText(value.kind)
  const { text, unit } = valueWords(value.value, measure, decimals)
  return (
    <span title={text} dir={unit === undefined ? 'auto' : 'ltr'}>
      {text}
      {unit !== undefined && <span className={classes['unit']}> {unit}</span>}
    </span>
  )
}
