import type { IncidentSeries } from '../../contract/incident-facts.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { t } from '../texts.ts'
import { CHART, chartPicture, VALUE_GAP } from './chart-picture.ts'
import { type ReportedIncident, type ReportReader, valueText } from './report-reader.ts'

interface PartProps {
  incident: ReportedIncident
  reader: ReportReader
}

/** The fields that were chosen, a chart for each unit. */
export function ReportCharts({ incident: { details, fromUTC, toUTC, known }, reader }: PartProps) {
  const range = { from: Date.parse(fromUTC), to: Date.parse(toUTC) }
  const charts = details.flatMap(({ dataID, deviceName, series }) =>
    series.map((one) => ({ key: `${dataID} ${one.source} ${one.field}`, deviceName, series: one })),
  )
  if (charts.length === 0) return undefined
  return (
    <section aria-labelledby="incident-charts">
      <h2 id="incident-charts">{t('incidents.charts')}</h2>
      <div className="figures">
        {charts.map(({ key, deviceName, series }) => (
          <figure key={key}>
            <figcaption>
              <bdi>{deviceName}</bdi> · {series.source} · {series.field}
            </figcaption>
            <Chart series={series} range={range} unitName={deviceName} reader={reader} />
          </figure>
        ))}
      </div>
      <p className="quiet">{t(known === 'then' ? 'incidents.charts.then' : 'incidents.charts.help')}</p>
    </section>
  )
}

interface ChartProps {
  series: IncidentSeries
  range: TimeRange
  unitName: string
  reader: ReportReader
}

function Chart({ series, range, unitName, reader }: ChartProps) {
  const picture = chartPicture(series, range, reader)
  if (picture === undefined) return <p className="quiet">{t('incidents.chart.none')}</p>
  const { left, path, xTicks, yTicks, unit } = picture
  const { source, field } = series
  const label = t('incidents.chart.label', {
    source,
    field,
    unit: unitName,
    least: valueText(Math.min(...series.values), series.unit, reader),
    greatest: valueText(Math.max(...series.values), series.unit, reader),
  })
  return (
    <svg
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      // An image could not be drawn in the colours of the page.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      className="chart"
    >
      {yTicks.map(({ at, label: words }) => (
        <g key={words}>
          <line x1={left} x2={CHART.width - CHART.right} y1={at} y2={at} className="grid" />
          <text x={left - VALUE_GAP} y={at} dy="0.35em" textAnchor="end">
            {words}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, label: words }) => (
        <text key={at} x={at} y={CHART.height - CHART.bottom + 16} textAnchor="middle">
          {words.split('\n').map((line, row) => (
            <tspan key={line} x={at} dy={row === 0 ? 0 : '1.2em'}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
      {unit === undefined ? undefined : (
        <text x={CHART.width - CHART.right} y={CHART.top + 4} textAnchor="end">
          {unit}
        </text>
      )}
      <path d={path} className="line" />
    </svg>
  )
}
