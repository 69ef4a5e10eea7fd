import { askJson } from '@fieldwatch/e2e/hostile/ask'
import { casesOfRoom, type MeaningfulBodies } from '@fieldwatch/e2e/hostile/cases/room-cases'
import { type Expected, type HostileCase, onlyInBenchmark } from '@fieldwatch/e2e/hostile/hostile-case'
import { importPlaces, LONGEST_PLACE_FILE } from '../contract/place-files.ts'

/** The longest file of a beginning, as many pieces as there is room for, and an end. */
const fill = (beginning: string, piece: string, end: string): string =>
  beginning + piece.repeat(Math.floor((LONGEST_PLACE_FILE - beginning.length - end.length) / piece.length)) + end

const PLACES = 1_000

/** As many positions as an entity has room for. */
const tuples = Array.from({ length: 50 }, (_, index) => `${18 + index / 100},59.5`)

const LARGE: Readonly<Record<string, readonly [Expected, () => string]>> = {
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
function largeCases(): HostileCase[] {
  return Object.entries(LARGE).map(([what, [expected, write]]) =>
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

const feature = (type: string, coordinates: string): string =>
  `{"type":"Feature","properties":{"name":"Hostile"},"geometry":{"type":"${type}","coordinates":${coordinates}}}`

const FILES: MeaningfulBodies = {
  nothing: ['refused', () => ({ text: '' })],
  levels: ['refused', () => ({ text: '['.repeat(100_000) })],
  'a collection of numbers': ['judged', () => ({ text: '{"type":"FeatureCollection","features":[1,2,3]}' })],
  '100,000 features': [
    'judged',
    () => ({ text: `{"type":"FeatureCollection","features":[${Array.from({ length: 100_000 }, () => '{}').join()}]}` }),
  ],
  '4 MiB of positions': ['judged', () => ({ text: feature('Polygon', `[[${'[1.5,2],'.repeat(400_000)}[1.5,2]]]`) })],
  '25,000 areas': [
    'judged',
    () => ({
      text: `{"type":"FeatureCollection","features":[${Array.from({ length: 25_000 }, () => feature('Polygon', '[[[0,0],[1,0],[1,1],[0,0]]]')).join()}]}`,
    }),
  ],
  '600,000 rings': ['judged', () => ({ text: feature('MultiPolygon', `[${'[[]],'.repeat(600_000)}[[]]]`) })],
  'sides around the earth': [
    'judged',
    () => ({ text: feature('Polygon', `[[${'[-179,1],[179,2],'.repeat(1_000)}[-179,1]]]`) }),
  ],
  '4 MiB of KML coordinates': [
    'judged',
    () => ({
      text: `<kml><Placemark><name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${'1.5,2,0 '.repeat(500_000)}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
    }),
  ],
  '45,000 placemarks of KML': [
    'judged',
    () => ({
      text: `<kml>${'<Placemark><name>a</name><Point><coordinates>1,2</coordinates></Point></Placemark>'.repeat(45_000)}</kml>`,
    }),
  ],
  'an entity in itself': [
    'judged',
    () => ({
      text: `<?xml version="1.0"?><!DOCTYPE k [${Array.from({ length: 10 }, (_, index) => `<!ENTITY a${index + 1} "&a${index};&a${index};">`).join('')}]><kml><name>&a10;</name></kml>`,
    }),
  ],
  'a file of this machine': [
    'judged',
    () => ({
      text: '<?xml version="1.0"?><!DOCTYPE k [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&x;</name></Placemark></kml>',
    }),
  ],
  '100,000 levels of KML': ['judged', () => ({ text: `<kml>${'<Folder>'.repeat(100_000)}` })],
}

export function hostileCases(): HostileCase[] {
  return [...casesOfRoom({ kind: 'places', endpoint: importPlaces, bodies: FILES }), ...largeCases()]
}
