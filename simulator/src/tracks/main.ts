import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTracks } from './tracks.ts'
import { writeGpx } from './write-gpx.ts'

/** Writes the tracks that tests of trips use as GPX files, to be looked at in other programs. */
const [folder = 'tracks'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
for (const track of makeTracks()) {
  const file = join(folder, `${track.name.replaceAll(/[^a-z0-9]+/g, '-')}.gpx`)
  await writeFile(file, writeGpx(track))
  process.stdout.write(`${file}: ${track.points.length} positions, ${track.trips.length} trips\n`)
}
