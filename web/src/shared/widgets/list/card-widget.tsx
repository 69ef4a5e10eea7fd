import type { Card } from '@fieldwatch/contract/widgets/list'
import { valueText } from '#shared/latest/value-format.ts'
import classes from './card-widget.module.css'
import { type ValueColumn, valueColumns } from '../value-columns.ts'
import { ValueNote } from '../value-note.tsx'
import type { ReadSource } from '#shared/latest/source-state.ts'
import { VALUE_STATE_TEXT, widgetValue, type WidgetValue } from '../widget-value.ts'
import { Widget } from '../widget.tsx'

interface CardWidgetProps {
  card: Card
  /** Info cards are lists; statistics stand side by side. */
  layout: 'list' | 'row'
  read: ReadSource
}

/** The newest values of one topic. */
export function CardWidget({ card, layout, read }: CardWidgetProps) {
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
              {cardText(column, value)}
            </dd>
          </div>
        ))}
      </dl>
    </Widget>
  )
}

function cardText({ decimals, unit }: ValueColumn, value: WidgetValue) {
  if (value.kind !== 'value') return VALUE_STATE_TEXT[value.kind]
  const text = valueText(value.value, decimals)
  return (
    <span title={text}>
      {text}
      {unit !== undefined && <span className={classes['unit']}> {unit}</span>}
    </span>
  )
}
