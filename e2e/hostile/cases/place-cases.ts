import { importPlaces, LONGEST_PLACE_FILE } from '@fieldwatch/contract/places/places'
import { askJson } from '../ask.ts'
import { type Expected, type HostileCase, onlyInBenchmark } from '../hostile-case.ts'

/** The longest file of a beginning, as many pieces as there is room for, and an end. */
const fill = (beginning: string, piece: string, end: string): string =>
  beginning + piece.repeat(Math.floor((LONGEST_PLACE_FILE - beginning.length - end.length) / piece.length)) + end

const PLACES = 1_000

/** As many positions as an entity has room for. */
const tuples = Array.from({ length: 50 }, (_, index) => `${18 + index / 100},59.5`)

const FILES: Readonly<Record<string, readonly [Expected, () => string]>> = {
  'KML of elements': ['refused', () => fill('<kml><Placemark>', '<a/>', '</Placemark></kml>')],
  'KML of ampersands': ['judged', () => fill('<kml><Placemark><name>', '&', '</name></Placemark></kml>')],
  'KML of sections that are never closed': ['refused', () => fill('<kml><Placemark><name>', '<![CDATA[', '')],
  'KML of commas': [
    'refused',
    () => fill('<kml><Placemark><LineString><coordinates>18', ',59', '</coordinates></LineString></Placemark></kml>'),
  ],
  'KML of one long name': ['judged', () => fill('<kml><Placemark><name>', 'x', '</name></Placemark></kml>')],
  'GeoJSON of empty objects': ['refused', () => fill('{"type":"Feature","properties":{"a":[', '{},', '1]}}')],
  'GeoJSON of quotation marks': ['refused', () => fill('', '"', '')],
  'GeoJSON of lines that are none': ['refused', () => fill('{"type":"Point","coordinates":[18,59]}\n', 'x\n', '')],
  '1,000 lines of 50 positions that cross themselves': [
    'judged',
    () =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: Array.from({ length: PLACES }, () => ({
          type: 'Feature',
          properties: {},
          geometry: { type: 'Polygon', coordinates: [[...tuples, tuples[0]].map(numbersOf)] },
        })),
      }),
  ],
  '1,000 lines of 50 positions': [
    'taken',
    () => {
      const line = `<LineString><coordinates>${tuples.join(' ')}</coordinates></LineString>`
      return `<kml>${`<Placemark><name>Road</name>${line}</Placemark>`.repeat(PLACES)}</kml>`
    },
  ],
}

/** Files of places that take long to read, and the largest that is taken. */
export function placeCases(): HostileCase[] {
  return Object.entries(FILES).map(([what, [expected, write]]) =>
    onlyInBenchmark({
      kind: 'places',
      name: `a file of ${what}`,
      expected,
      endpoint: importPlaces,
      send: (target) => askJson(target, { path: importPlaces.path, body: JSON.stringify({ text: write() }) }),
    }),
  )
}

function numbersOf(tuple = ''): number[] {
  return tuple.split(',').map(Number)
}
