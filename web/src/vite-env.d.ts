declare module '@fontsource-variable/inter'
declare module 'world-atlas/*.json' {
  import type { Topology } from 'topojson-specification'
  const topology: Topology
  export default topology
}
