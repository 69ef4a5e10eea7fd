import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { JsonSettings } from './json-settings.tsx'

it('what to enter in a device with JSON of its own is shown, for MQTT and for HTTP', () => {
  renderPart(
    <JsonSettings
      connection={{ httpUrl: 'http://portal.example', mqttUrl: 'mqtt://portal.example', doors: ['json'], ports: {} }}
      unit={{ dataId: 'north-tank', token: 'fw_secret' }}
      onKeep={() => undefined}
    />,
  )

  for (const text of ['mqtt://portal.example', 'north-tank', 'fw_secret', 'Bearer fw_secret'])
    expect(screen.getByText(text)).toBeDefined()
  expect(screen.getByText('http://portal.example/api/v1/ingest/any/north-tank')).toBeDefined()
  expect(screen.getByRole('link', { name: 'What it supports' }).getAttribute('href')).toBe(
    '/docs/extensions/mappings.html',
  )
})
