import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTracks, type Track } from './tracks.ts'

/** Writes the tracks that tests of trips use as GPX files, to be looked at in other programs. */
const [folder = 'tracks'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
for (const track of makeTracks()) {
  const file = join(folder, `${track.name.replaceAll(/[^a-z0-9]+/g, '-')}.gpx`)
  await writeFile(file, writeGpx(track))
  process.stdout.write(`${file}: ${track.points.length} positions, ${track.trips.length} trips\n`)
}

/** A track as a file that every program for maps reads (GPX 1.1). */
function writeGpx({ name, points }: Pick<Track, 'name' | 'points'>): string {
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
