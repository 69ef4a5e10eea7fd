import type { Card, CardValue, Chart, Gauge, MapWidget, TemplateDefinition } from '@fieldwatch/contract/templates'
import { randomId } from '@mantine/hooks'
import { assignColours, hexColour, paletteColour } from '#shared/charts/series-colours.ts'
import type { KindedWidget } from './template-widgets.ts'
import { emptyForm, emptyValue, GAUGE_COLOUR, type ValueForm, type WidgetForm, type WidgetType } from './widget-form.ts'

/** The form of a widget that is there; `definition` tells in which colours its series are drawn. */
export function formOfWidget(kinded: KindedWidget, definition: TemplateDefinition): WidgetForm {
  const { kind } = kinded
  switch (kind) {
    case 'charts':
      return chartForm(kinded.widget, definition)
    case 'maps':
      return mapForm(kinded.widget)
    case 'tables':
    case 'eventLog':
      return { ...cardsForm('table', kinded.widget), title: kinded.widget.title, table: kind }
    case 'infoCards':
    case 'statistics':
      return { ...cardsForm('list', kinded.widget), title: kinded.widget.topic, list: kind }
    default:
      return gaugeForm(kinded.widget)
  }
}

/** The first colour of the palette that none of the values has. */
export function nextColour(values: readonly Pick<ValueForm, 'colour'>[]): string {
  const used = new Set(values.map(({ colour }) => colour.toLowerCase()))
  for (let index = 0; index < values.length; index += 1) {
    const colour = hexColour(paletteColour(index))
    if (!used.has(colour)) return colour
  }
  return hexColour(paletteColour(values.length))
}

function gaugeForm(gauge: Gauge): WidgetForm {
  const { range, steps = [], delta = '', threshold = '', prefix = '', bgColor = '' } = gauge
  const value: ValueForm = {
    ...valueOf({ ...gauge, friendlyName: '' }, gauge.source, gauge.color ?? GAUGE_COLOUR),
    decimals: gauge.valuePrecision ?? '',
  }
  return {
    ...emptyForm('gauge', value.colour),
    title: gauge.title,
    values: [value],
    gauge: {
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
}

function chartForm({ title, specifications }: Chart, { timeSeries }: TemplateDefinition): WidgetForm {
  const colours = assignColours(timeSeries?.charts ?? [])
  const values = Object.entries(specifications).flatMap(([source, list]) =>
    list.map((series, index): ValueForm => {
      const colour = series.color ?? hexColour(colours.get(`${source}.${series.field}`) ?? paletteColour(index))
      return { ...valueOf(series, source, colour), maxGapMinutes: series.maxGapMinutes ?? '' }
    }),
  )
  const colour = nextColour(values)
  return { ...emptyForm('chart', colour), title, values: values.length === 0 ? [emptyValue(colour)] : values }
}

function mapForm({ title = '', source, latitudeField, longitudeField, altitudeField = '' }: MapWidget): WidgetForm {
  return {
    ...emptyForm('map', nextColour([])),
    title: title === '' ? 'Location' : title,
    map: { source, latitudeField, longitudeField, altitudeField },
  }
}

function cardsForm(type: WidgetType, { specifications }: Pick<Card, 'specifications'>): WidgetForm {
  return { ...emptyForm(type, nextColour([])), values: cardValues(specifications) }
}

function cardValues(specifications: Readonly<Record<string, readonly CardValue[]>>): ValueForm[] {
  const values: ValueForm[] = []
  for (const [source, list] of Object.entries(specifications)) {
    for (const value of list) {
      values.push({ ...valueOf(value, source, nextColour(values)), decimals: value.decimals ?? '' })
    }
  }
  return values.length === 0 ? [emptyValue(nextColour([]))] : values
}

function valueOf(
  { field = '', calculate, friendlyName, unit = '' }: Omit<CardValue, 'decimals'>,
  source: string,
  colour: string,
): ValueForm {
  return {
    ...emptyValue(colour),
    origin: calculate === undefined ? 'field' : 'formula',
    source,
    field,
    formula: calculate?.formula ?? '',
    denominators: calculate?.denominators ?? [],
    name: friendlyName === field ? '' : friendlyName,
    unit,
  }
}
