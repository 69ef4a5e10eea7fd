export function FleetPage() {
  return <h1>Units</h1>
}
