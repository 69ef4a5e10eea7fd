import type { Gauge } from '@fieldwatch/contract/widgets/gauge'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import { Box } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { fixedText } from '#shared/latest/value-format.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { shownGauge } from './shown-gauge.ts'
import { beyondRange, gaugeDrawing, tickDecimals, type GaugeDrawing } from './gauge-geometry.ts'
import classes from './gauge-widget.module.css'
import { ValueNote } from '../value-note.tsx'
import type { ReadSource } from '#shared/latest/source-state.ts'
import { numberOf, valueStateText, widgetValue, type WidgetValue } from '../widget-value.ts'
import { Widget } from '../widget.tsx'
import { t } from '../texts.ts'

/** A dial of one current value. */
export function GaugeWidget({ gauge: sent, read }: { gauge: Gauge; read: ReadSource }) {
  const titleId = useId()
  const measure = useMeasures()(sent.unit)
  const { gauge, value } = shownGauge({ gauge: sent, value: widgetValue(sent, sent.source, read) }, measure)
  const number = numberOf(value)
  const drawing = gaugeDrawing(gauge, number)
  const text = gaugeText(gauge, value)
  const beyond = number === undefined ? undefined : beyondRange(gauge, number)
  const [low, high] = gauge.range
  return (
    <Widget title={gauge.title} titleId={titleId}>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a meter element cannot hold a drawing
        role="meter"
        aria-labelledby={titleId}
        aria-valuemin={low}
        aria-valuemax={high}
        aria-valuenow={Math.min(high, Math.max(low, number ?? low))}
        aria-valuetext={beyond === undefined ? text : t(`widgets.gauge.spoken.${beyond}`, { value: text })}
        className={classes['gauge']}
      >
        <GaugeDial gauge={gauge} drawing={drawing} />
        <div className={classes['reading']} data-state={value.kind}>
          <Box component="span" className={classes['value'] ?? ''} title={text} style={{ '--length': text.length }}>
            {text}
          </Box>
          {number !== undefined && gauge.delta !== undefined && (
            <span className={classes['delta']}>{differenceText(number - gauge.delta, gauge)}</span>
          )}
        </div>
      </div>
      <div className={classes['foot']}>
        {beyond !== undefined && <span className={classes['beyond']}>{t(`widgets.gauge.${beyond}`)}</span>}
        <ValueNote at={value.kind === 'value' ? value.at : undefined} />
      </div>
    </Widget>
  )
}

function GaugeDial({ gauge, drawing }: { gauge: Gauge; drawing: GaugeDrawing }) {
  const { track, steps, bar, barColour, ticks, threshold } = drawing
  const decimals = tickDecimals(gauge.range)
  return (
    <svg viewBox="-128 -98 256 150" className={classes['dial']} aria-hidden>
      <path d={track} className={classes['track']} style={{ fill: gauge.bgColor }} />
      {steps.map(({ key, path, colour }) => (
        <path key={key} d={path} fill={colour} />
      ))}
      {bar !== undefined && <path d={bar} className={classes['bar']} style={{ fill: barColour }} />}
      {threshold !== undefined && <line {...threshold} className={classes['threshold']} />}
      {ticks.map(({ value, x, y, anchor, major }) => (
        <text
          key={value}
          x={x}
          y={y}
          textAnchor={anchor}
          dominantBaseline="middle"
          data-major={major}
          className={classes['tick']}
        >
          {fixedText(value, decimals)}
        </text>
      ))}
    </svg>
  )
}

function gaugeText({ prefix = '', unit, valuePrecision }: Gauge, value: WidgetValue): string {
  if (value.kind !== 'value') return valueStateText(value.kind)
  if (typeof value.value !== 'number') return valueStateText('error')
  return withUnit(prefix + fixedText(value.value, valuePrecision), unit)
}

/** How far a value is from the reference of its gauge. */
function differenceText(difference: number, { delta = 0, valuePrecision }: Gauge): ReactNode {
  return t.rich('widgets.gauge.difference', {
    difference: deltaText(difference, valuePrecision),
    reference: fixedText(delta, valuePrecision),
    change: (words) => <span key="change">{words}</span>,
    from: (words) => <span key="from">{words}</span>,
  })
}

function deltaText(difference: number, decimals: number | undefined): string {
  const sign = difference < 0 ? '▼ −' : '▲ +'
  return `${sign}${fixedText(Math.abs(difference), decimals)}`
}
