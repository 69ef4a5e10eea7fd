import { randomId } from '@mantine/hooks'
import type { WidgetSettings } from '#shared/widgets/settings/widget-form.ts'
import { number, originOf, readValue, sourceOf, text } from '#shared/widgets/settings/value-form.ts'
import { colourProblem, endProblem, numberProblem, tooLong } from '#shared/widgets/settings/widget-problems.ts'
import { t } from '../texts.ts'
import { type GaugePart, GaugeFields, type StepForm } from './gauge-fields.tsx'

/** The accent, in which gauges are drawn by default. */
const GAUGE_COLOUR = '#ff8800'

export const gaugeSettings: WidgetSettings<GaugePart> = {
  values: {
    most: 'one',
    numeric: true,
    formula: true,
    name: false,
    colour: true,
    firstColour: GAUGE_COLOUR,
    number: { setting: 'decimals', unless: '2' },
  },
  emptyPart: { from: 0, to: 100, prefix: '', ground: '', delta: '', threshold: '', steps: [] },
  Fields: GaugeFields,

  read: ({ kind, widget }) => {
    if (kind !== 'gauges') throw new Error(`${kind} are no gauges`)
    const { range, steps = [], delta = '', threshold = '', prefix = '', bgColor = '', valuePrecision = '' } = widget
    const value = readValue({ ...widget, friendlyName: '' }, widget.source, widget.color ?? GAUGE_COLOUR)
    return {
      values: [{ ...value, decimals: valuePrecision }],
      part: {
        from: range[0],
        to: range[1],
        prefix,
        ground: bgColor,
        delta,
        threshold,
        steps: steps.map(({ range: [from, to], color, thickness = 1 }) => ({
          key: randomId(),
          from,
          to,
          colour: color,
          thickness: Math.round(thickness * 1000) / 10,
        })),
      },
    }
  },

  write: ({ title, values: [value], part }) => {
    if (value === undefined) throw new Error('A gauge has a value')
    const { steps, prefix, ground, delta, threshold } = part
    return {
      kind: 'gauges',
      widget: {
        title,
        range: [Number(part.from), Number(part.to)],
        ...text('unit', value.unit),
        ...text('prefix', prefix, { trim: false }),
        ...text('color', value.colour),
        ...text('bgColor', ground),
        ...(steps.length === 0 ? {} : { steps: steps.map(writeStep) }),
        ...number('delta', delta),
        ...number('threshold', threshold),
        source: sourceOf(value),
        ...originOf(value),
        ...number('valuePrecision', value.decimals),
      },
    }
  },

  problems: ({ from, to, ground, prefix, delta, threshold, steps }) => ({
    threshold: numberProblem(threshold),
    delta: numberProblem(delta),
    from: from === '' ? t('widgets.problem.begin') : numberProblem(from),
    to: endProblem(from, to),
    ground: ground === '' ? undefined : colourProblem(ground),
    prefix: tooLong(prefix),
    ...Object.fromEntries(steps.flatMap((step, index) => stepProblems(step, `steps.${index}`))),
  }),
}

function writeStep({ from, to, colour, thickness }: StepForm) {
  const range: [number, number] = [Number(from), Number(to)]
  return { range, color: colour, thickness: thickness === '' ? 1 : thickness / 100 }
}

function stepProblems({ from, to, colour, thickness }: StepForm, path: string): [string, string | undefined][] {
  const isShare = thickness === '' || (thickness >= 0 && thickness <= 100)
  return [
    [`${path}.from`, from === '' ? t('widgets.problem.begin') : numberProblem(from)],
    [`${path}.to`, endProblem(from, to)],
    [`${path}.colour`, colourProblem(colour)],
    [`${path}.thickness`, isShare ? undefined : t('widgets.problem.thickness')],
  ]
}
