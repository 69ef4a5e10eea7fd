export function TimeSeriesPage() {
  return <h2>Time Series</h2>
}
