export function OverviewPage() {
  return <h2>Overview</h2>
}
