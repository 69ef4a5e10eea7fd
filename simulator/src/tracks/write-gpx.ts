import type { Track } from './tracks.ts'

/** A track as a file that every program for maps reads (GPX 1.1). */
export function writeGpx({ name, points }: Pick<Track, 'name' | 'points'>): string {
  const lines = points.map(
    ({ at, lat, lon }) => `      <trkpt lat="${lat}" lon="${lon}"><time>${new Date(at).toISOString()}</time></trkpt>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Fieldwatch" xmlns="http://www.topografix.com/GPX/1/1">',
    `  <trk>\n    <name>${name}</name>\n    <trkseg>`,
    ...lines,
    '    </trkseg>\n  </trk>',
    '</gpx>',
    '',
  ].join('\n')
}
