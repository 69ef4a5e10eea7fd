import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OsmAndSettings, OwnTracksSettings } from './position-settings.tsx'

const props = {
  connection: { httpUrl: 'http://portal.example', mqttUrl: 'mqtt://portal.example', doors: ['osmand'], ports: {} },
  unit: { dataId: 'van', token: 'fw_secret' },
  onKeep: () => undefined,
}

it('the address that OsmAnd reports to has the token of the unit', () => {
  renderPart(<OsmAndSettings {...props} />)

  expect(screen.getByText('http://portal.example/api/v1/doors/osmand')).toBeDefined()
  expect(screen.getByText(/^http:\/\/portal\.example\/api\/v1\/doors\/osmand\?id=fw_secret&lat=/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'What it supports' }).getAttribute('href')).toBe(
    '/docs/extensions/positions.html#osmand',
  )
})

it('OwnTracks signs in with the dataID and the token of the unit', () => {
  renderPart(<OwnTracksSettings {...props} />)

  for (const text of ['http://portal.example/api/v1/doors/owntracks', 'van', 'fw_secret'])
    expect(screen.getByText(text)).toBeDefined()
})
