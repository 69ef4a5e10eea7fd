import { assignColours, hexColour, paletteColour } from '#shared/charts/series-colours.ts'
import { bySource, nameOf, number, readValue, text, type ValueForm } from '#shared/widgets/settings/value-form.ts'
import type { WidgetSettings } from '#shared/widgets/settings/widget-form.ts'

export const chartSettings: WidgetSettings<undefined> = {
  values: {
    most: 'many',
    numeric: true,
    formula: false,
    name: true,
    colour: true,
    number: { setting: 'maxGapMinutes' },
  },
  emptyPart: undefined,

  read: ({ kind, widget }, { timeSeries }) => {
    if (kind !== 'charts') throw new Error(`${kind} are no charts`)
    const colours = assignColours(timeSeries?.charts ?? [])
    const values = Object.entries(widget.specifications).flatMap(([source, list]) =>
      list.map((series, index): ValueForm => {
        const colour = series.color ?? hexColour(colours.get(`${source}.${series.field}`) ?? paletteColour(index))
        return { ...readValue(series, source, colour), maxGapMinutes: series.maxGapMinutes ?? '' }
      }),
    )
    return { values, part: undefined }
  },

  write: ({ title, values }) => {
    // A chart draws fields only.
    const fields = values.map((value): ValueForm => ({ ...value, origin: 'field' }))
    const specifications = bySource(fields, (value) => ({
      field: value.field,
      friendlyName: nameOf(value),
      ...text('unit', value.unit),
      color: value.colour,
      ...number('maxGapMinutes', value.maxGapMinutes),
    }))
    return { kind: 'charts', widget: { title, type: 'timeseries', specifications } }
  },
}
