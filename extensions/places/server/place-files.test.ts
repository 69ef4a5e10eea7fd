import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { PlaceGeometry } from '@fieldwatch/contract/places/place-geometry'
import { changePlace, createPlace, listPlaces, MOST_PLACES } from '@fieldwatch/contract/places/places'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { exportPlaces, importPlaces } from '../contract/place-files.ts'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })

const yard: PlaceGeometry = { type: 'Point', coordinates: [18.1, 59.3] }
const field: PlaceGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [18, 59],
      [18.01, 59],
      [18.01, 59.01],
      [18, 59],
    ],
  ],
}
const list = async () => (await call(listPlaces, { as: admin, query: {} })).body.details.places
const importText = (text: string, as = admin) => call(importPlaces, { as, body: { text } })
const exported = async (format: 'geojson' | 'kml' = 'geojson') =>
  (await call(exportPlaces, { as: admin, query: { format } })).response.body

describe('a file of places', () => {
  beforeEach(async () => {
    await db.deleteFrom('place').execute()
  })
  const island = [
    [
      [19, 59],
      [19.01, 59],
      [19.01, 59.01],
      [19, 59],
    ],
  ]
  /** As a geographic information system writes it. */
  const collection = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 7,
        properties: { name: 'North field', hectares: 12.5, owner: null, tags: ['wheat', 'drained'] },
        geometry: field,
      },
      {
        type: 'Feature',
        properties: { Name: 'Gate', height: 3 },
        geometry: { type: 'Point', coordinates: [18, 59, 3] },
      },
      {
        type: 'Feature',
        properties: { title: 'Pipeline' },
        geometry: {
          type: 'LineString',
          coordinates: [
            [18, 59],
            [18.5, 59.2],
          ],
        },
      },
      {
        type: 'Feature',
        properties: null,
        geometry: { type: 'MultiPolygon', coordinates: [field.coordinates, island] },
      },
    ],
  }

  it('is imported as it is and exported equal', async () => {
    const { body } = await importText(JSON.stringify(collection))
    assert.deepEqual(body.details, { added: 4, refused: [] })
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['4', 'Gate', 'North field', 'Pipeline'],
    )

    const written = JSON.parse(await exported()) as typeof collection
    const { features } = collection
    assert.deepEqual(written, {
      ...collection,
      features: features.map((feature) => ({ ...feature, properties: feature.properties ?? {} })),
    })
  })

  it('is exported with what was changed since', async () => {
    await importText(JSON.stringify({ ...collection, features: collection.features.slice(1, 2) }))
    const [{ placeID } = { placeID: 0 }] = await list()
    await call(changePlace, {
      as: admin,
      body: { placeID, name: 'Main gate', group: 'Gates', radius: 20, colour: 'red' },
    })

    const { features } = JSON.parse(await exported()) as { features: { properties: object }[] }
    const properties = { Name: 'Gate', height: 3, name: 'Main gate', group: 'Gates', radius: 20, colour: 'red' }
    assert.deepEqual(features[0]?.properties, properties)
  })

  it('may be KML, which says the same', async () => {
    await importText(JSON.stringify(collection))
    await call(createPlace, {
      as: admin,
      body: { name: 'A <b> & "c"', group: 'Depots', colour: 'blue', geometry: yard, radius: 75 },
    })
    const before = await list()
    const kml = await exported('kml')
    await db.deleteFrom('place').execute()

    assert.deepEqual((await importText(kml)).body.details, { added: 5, refused: [] })
    const withoutIds = (places: typeof before) => places.map(({ placeID: _placeID, ...place }) => place)
    assert.deepEqual(withoutIds(await list()), withoutIds(before))
  })

  it('is read as programs write it', async () => {
    const kml = `<?xml version="1.0"?>
      <kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document><kml:name>All</kml:name><kml:Folder>
        <kml:Placemark><kml:name><![CDATA[Tom & Sons]]></kml:name><kml:MultiGeometry><kml:Polygon><kml:outerBoundaryIs>
          <kml:LinearRing><kml:coordinates>
            18,59,0 18.01,59,0
            18.01,59.01,0 18,59,0
          </kml:coordinates></kml:LinearRing></kml:outerBoundaryIs></kml:Polygon></kml:MultiGeometry></kml:Placemark>
        <kml:Placemark><kml:name>Empty</kml:name></kml:Placemark>
      </kml:Folder></kml:Document></kml:kml>`
    const { body } = await importText(kml)
    assert.deepEqual(body.details, {
      added: 1,
      refused: [{ number: 2, line: 8, name: 'Empty', message: 'It has no geometry.' }],
    })
    const [place] = await list()
    assert.deepEqual([place?.name, place?.geometry], ['Tom & Sons', field])
  })

  it('is read with geometries within geometries, and with data of a schema', async () => {
    const polygon = (longitude: number): string =>
      `<Polygon><outerBoundaryIs><LinearRing><coordinates>${longitude},59 ${longitude + 0.01},59 ${longitude + 0.01},59.01 ${longitude},59
      </coordinates></LinearRing></outerBoundaryIs></Polygon>`
    const kml = `<kml><Document><Folder><Folder><Placemark><name>Farm</name>
      <ExtendedData><SchemaData schemaUrl="#fields"><SimpleData name="group">Farms</SimpleData></SchemaData></ExtendedData>
      <MultiGeometry><extrude>0</extrude>${polygon(18)}<MultiGeometry>${polygon(19)}${polygon(20)}</MultiGeometry></MultiGeometry>
      </Placemark></Folder></Folder></Document></kml>`
    const { body } = await importText(kml)
    assert.deepEqual(body.details, { added: 1, refused: [] })
    const [place] = await list()
    assert.deepEqual([place?.name, place?.group, place?.geometry.type], ['Farm', 'Farms', 'MultiPolygon'])
    assert.deepEqual(
      place?.geometry.coordinates.map((part) => (part as [number, number][][])[0]?.[0]),
      [
        [18, 59],
        [19, 59],
        [20, 59],
      ],
    )
  })

  it('is exported equal where a program writes every feature as one of several parts', async () => {
    const line = [
      [18, 59],
      [18.5, 59.2],
    ]
    const features = [
      { type: 'MultiLineString', coordinates: [line] },
      { type: 'MultiPoint', coordinates: [[18, 59]] },
      { type: 'MultiPolygon', coordinates: [field.coordinates] },
    ].map((geometry, index) => ({ type: 'Feature', properties: { NAME: `Part ${index}` }, geometry }))
    const { body } = await importText(JSON.stringify({ type: 'FeatureCollection', features }))

    assert.deepEqual(body.details, { added: 3, refused: [] })
    assert.deepEqual(
      (await list()).map(({ geometry }) => geometry.type),
      ['LineString', 'Point', 'MultiPolygon'],
    )
    assert.deepEqual(JSON.parse(await exported()), { type: 'FeatureCollection', features })
  })

  it('is read in degrees alone, whatever its numbers are', async () => {
    const fileIn = (name: string) => ({
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name } },
      features: [{ type: 'Feature', properties: { NAME: 'Gate' }, geometry: yard }],
    })
    const outcomes = []
    for (const name of ['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:EPSG::4326', 'urn:ogc:def:crs:EPSG::3857'])
      outcomes.push((await importText(JSON.stringify(fileIn(name)))).body.details)

    const message = 'Its coordinates are not longitudes and latitudes in degrees (WGS 84).'
    assert.deepEqual(outcomes, [
      { added: 1, refused: [] },
      { added: 1, refused: [] },
      { added: 0, refused: [{ number: 1, line: 1, name: 'Gate', message }] },
    ])
  })

  it('reports a track of Google Earth as what it is', async () => {
    const kml = `<kml><Placemark><name>Way</name><gx:Track><gx:coord>18 59 0</gx:coord></gx:Track></Placemark></kml>`
    const message = 'Only points, lines and areas can be places.'
    const refused = [{ number: 1, line: 1, name: 'Way', message }]
    assert.deepEqual((await importText(kml)).body.details, { added: 0, refused })
  })

  it('reports the features that cannot be places', async () => {
    const feature = (geometry: unknown, properties: object = {}) => ({ type: 'Feature', properties, geometry })
    const features = [
      feature({ type: 'GeometryCollection', geometries: [yard] }, { name: 'Some' }),
      feature({ type: 'Point', coordinates: [1102063.2, 7086000.1] }),
      feature({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      }),
      feature(yard, { note: 'x'.repeat(10_001) }),
      feature(yard, { note: '\u0000' }),
      'nothing',
      feature(yard, { name: 'Good' }),
      feature({
        type: 'MultiPoint',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      }),
      feature({ type: 'Point', coordinates: [1] }),
    ]
    const { body } = await importText(JSON.stringify({ type: 'FeatureCollection', features }))
    assert.equal(body.details.added, 1)
    assert.deepEqual(
      body.details.refused.map(({ number, message }) => [number, message]),
      [
        [1, 'Only points, lines and areas can be places.'],
        [2, 'Its coordinates are not longitudes and latitudes in degrees (WGS 84).'],
        [3, 'A border must not cross itself.'],
        [4, 'Its properties have more than 10,000 characters.'],
        [5, 'Its properties cannot be stored.'],
        [6, 'It has no geometry.'],
        [8, 'Each point and each line must be a feature of its own.'],
        [9, 'Its coordinates do not match its geometry.'],
      ],
    )
  })

  const DEGREES = 'Its coordinates are not longitudes and latitudes in degrees (WGS 84).'
  const NUMBERS = 'Its coordinates are not all numbers.'
  const DECIMALS = 'Its coordinates seem to have decimal commas. Write the numbers with points.'

  for (const [title, coordinates, expected] of [
    ['blanks behind commas', '18.07, 59.33, 0', [18.07, 59.33]],
    ['an altitude', '18.07,59.33,12.5', [18.07, 59.33, 12.5]],
    ['decimal commas', '18,07,59,33', DECIMALS],
    ['decimal commas with a blank between the numbers', '18,07 59,33', NUMBERS],
    ['an empty number', '18.07,,0', NUMBERS],
    ['a word', '18.07,north', NUMBERS],
    ['two positions', '18.07,59.33 18.08,59.34', 'Its coordinates do not match its geometry.'],
    ['a longitude beyond the antimeridian', '190.1,10', [-169.9, 10]],
    ['a latitude beyond the pole', '18,95', DEGREES],
  ] as const) {
    it(`of KML with ${title} is ${typeof expected === 'string' ? 'refused with the reason and the line' : 'read'}`, async () => {
      const point = `<Point><coordinates>${coordinates}</coordinates></Point>`
      const { body } = await importText(`<kml>\n<Placemark>\n<name>Gate</name>${point}</Placemark></kml>`)
      if (typeof expected === 'string')
        assert.deepEqual(body.details.refused, [{ number: 1, line: 2, name: 'Gate', message: expected }])
      else assert.deepEqual((await list())[0]?.geometry, { type: 'Point', coordinates: expected })
    })
  }

  it('of KML has names with a bare ampersand, and rings by themselves as lines', async () => {
    const ring = '<LinearRing><coordinates>18,59 18.1,59 18.1,59.1 18,59</coordinates></LinearRing>'
    const names = ['Tom & Sons', '<![CDATA[A & B &amp; C]]>', 'Q&amp;A &#38; more']
    const marks = names.map((name) => `<Placemark><name>${name}</name>${ring}</Placemark>`).join('')
    const { body } = await importText(`<kml>${marks}</kml>`)

    assert.deepEqual(body.details, { added: 3, refused: [] })
    assert.deepEqual(
      (await list()).map(({ name, geometry }) => [name, geometry.type]),
      [
        ['A & B &amp; C', 'LineString'],
        ['Q&A & more', 'LineString'],
        ['Tom & Sons', 'LineString'],
      ],
    )
  })

  for (const [title, coordinates, expected] of [
    ['no altitude', [18, 59, null], [18, 59]],
    ['a measure', [18, 59, 3, 77], [18, 59, 3]],
    ['a longitude beyond the antimeridian', [-200.5, 10], [159.5, 10]],
    ['texts as numbers', ['18', '59'], NUMBERS],
    ['metres', [1102063.2, 7086000.1], DEGREES],
    ['a text as altitude', [18, 59, '3'], NUMBERS],
  ] as const) {
    it(`of GeoJSON with ${title} is ${typeof expected[0] === 'string' ? 'refused with the reason and the line' : 'read'}`, async () => {
      const feature = { type: 'Feature', properties: { name: 'Gate' }, geometry: { type: 'Point', coordinates } }
      const file = JSON.stringify({ type: 'FeatureCollection', name: 'features', features: [feature] }, null, 2)
      const { body } = await importText(`\n${file}`)
      if (typeof expected === 'string')
        assert.deepEqual(body.details.refused, [{ number: 1, line: 6, name: 'Gate', message: expected }])
      else assert.deepEqual((await list())[0]?.geometry, { type: 'Point', coordinates: expected })
    })
  }

  it('of GeoJSON may be one feature in each line, of which one may be wrong', async () => {
    const line = (name: string) => JSON.stringify({ type: 'Feature', properties: { name }, geometry: yard })
    const { body } = await importText(
      `${line('A')}\n\n{"type":"Feature"\r\n\u001E${line('B')}\r\n${JSON.stringify(yard)}\n`,
    )

    const message = 'This line is not GeoJSON.'
    assert.deepEqual(body.details, { added: 3, refused: [{ number: 2, line: 3, name: null, message }] })
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['4', 'A', 'B'],
    )
  })

  it('is read in degrees alone, wherever it names its reference system', async () => {
    const named = (name: string) => ({ type: 'name', properties: { name } })
    const systems: [unknown, boolean][] = [
      [null, true],
      [named('EPSG:4326'), true],
      [named('http://www.opengis.net/def/crs/EPSG/0/4326'), true],
      [{ type: 'EPSG', properties: { code: 4326 } }, true],
      [{ type: 'EPSG', properties: { code: 3006 } }, false],
      [named('EPSG:14326'), false],
      [{ type: 'link', properties: { href: 'http://example.com/crs/42' } }, false],
      ['EPSG:4326', false],
    ]
    for (const [crs, isRead] of systems) {
      const feature = { type: 'Feature', properties: {}, geometry: yard }
      const files: object[] = [
        { ...feature, crs },
        { ...feature, geometry: { ...yard, crs } },
        { type: 'FeatureCollection', crs, features: [feature] },
      ]
      for (const file of files) {
        const { added, refused } = (await importText(JSON.stringify(file))).body.details
        assert.equal(added, isRead ? 1 : 0, JSON.stringify(file))
        assert.deepEqual(
          refused.map(({ message }) => message),
          isRead ? [] : [DEGREES],
        )
      }
    }
  })

  it('that is broken says in which line', async () => {
    const broken = await importText('{"type": "FeatureCollection",\n"features": [\n{"type": "Feature",}]}')
    assert.equal(broken.failure.code, 'place/file-unreadable')
    assert.match(broken.failure.message, /line 3\b/)
    assert.match((await importText('<kml>\n<Placemark>\n</kml>')).failure.message, /line 3\b/)
  })

  it('with more positions than an entity has room for is refused before any of them is looked at', async () => {
    const line = Array.from({ length: 1_000 }, (_, index) => [index / 100, 59])
    const feature = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: line } }
    const features = Array.from({ length: 51 }, () => feature)
    const refused = await importText(JSON.stringify({ type: 'FeatureCollection', features }))
    assert.equal(refused.failure.code, 'place/too-many-positions')

    const long = { type: 'LineString', coordinates: [...line, ...line] }
    const { body } = await importText(JSON.stringify(long))
    assert.deepEqual(
      body.details.refused.map(({ message }) => message),
      ['A place has at most 1,000 positions.'],
    )
  })

  it('with too much in it is refused before it is parsed, also where it is broken', async () => {
    const position = '[18,59],'
    const placemark = '<Placemark><Point><coordinates>18,59</coordinates></Point></Placemark>'
    const line = (tuples: string) => `<kml><Placemark><LineString><coordinates>${tuples}</coordinates>`
    for (const [code, text] of [
      ['place/too-many', `{"type":"FeatureCollection","features":[${'{},'.repeat(1_001)}`],
      ['place/too-many', `{"type":"FeatureCollection","features":[${'1, '.repeat(1_001)}`],
      ['place/too-many', `{"type":"FeatureCollection"}${'\n{'.repeat(1_001)}`.replaceAll('{\n', '{}\n')],
      ['place/too-many-positions', `{"type":"LineString","coordinates":[${position.repeat(50_001)}`],
      ['place/too-many-positions', `{"type":"Polygon","coordinates":[${'[ [ ] ],'.repeat(50_001)}`],
      ['request/too-large', `{"type":"Feature","properties":{"a":[${'{},'.repeat(500_001)}`],
      ['request/too-large', '['.repeat(101)],
      ['place/too-many', `<kml>${placemark.repeat(1_001)}`],
      ['place/too-many-positions', line('18 , 59 '.repeat(50_001))],
      ['place/too-many-positions', line(`18${',59'.repeat(150_001)}`)],
      ['request/too-large', `<kml><Placemark>${'<a/>'.repeat(50_001)}`],
      ['request/too-large', `<kml><Placemark><name>${'<![CDATA['.repeat(400_001)}`],
    ] as const)
      assert.equal((await importText(text)).failure.code, code, text.slice(0, 60))
  })

  it('may have as many positions as an entity, also with blanks around their commas', async () => {
    const tuples = Array.from({ length: 1_000 }, (_, index) => `${index / 100} , 59 ,\n 7`).join(' ')
    const line = `<Placemark><LineString><coordinates>${tuples}</coordinates></LineString></Placemark>`
    const { body } = await importText(`<kml>${line.repeat(50)}</kml>`)

    assert.deepEqual(body.details, { added: 50, refused: [] })
  })

  it('is refused as a whole where it is none or holds too many', async () => {
    for (const text of [
      '',
      '{',
      '[]',
      '"x"',
      '<kml>',
      '<kml><a></kml>',
      '{"a":1}',
      '{"type":"Topology","objects":{},"arcs":[]}',
      '<gpx version="1.1"><wpt lat="1" lon="2"/></gpx>',
      '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
      // Takes minutes where each section is looked for to the end.
      `<kml><Placemark><name>${'<![CDATA['.repeat(300_000)}`,
      '{"type":"FeatureCollection","features":["',
    ])
      assert.equal((await importText(text)).failure.code, 'place/file-unreadable', text)
    const features = Array.from({ length: MOST_PLACES + 1 }, () => ({ type: 'Feature', geometry: yard }))
    const many = await importText(JSON.stringify({ type: 'FeatureCollection', features }))
    assert.equal(many.failure.code, 'place/too-many')
    assert.equal((await importText(JSON.stringify(yard), viewer)).failure.code, 'access/forbidden')
    assert.deepEqual(await list(), [])
  })

  it('is not written of more positions than one answer holds', async () => {
    await importText(JSON.stringify(collection))
    await db.updateTable('place').set({ positions: 50_001 }).execute()
    assert.equal((await call(exportPlaces, { as: admin, query: {} })).status, 400)
  })
})
