import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { InfluxSettings } from './influx-settings.tsx'

it('what to enter in a client of InfluxDB is shown, with a command that has the token', async () => {
  renderPart(
    <InfluxSettings
      connection={{ httpUrl: 'http://portal.example', mqttUrl: 'mqtt://portal.example', doors: ['influx'], ports: {} }}
      unit={{ dataId: 'north-tank', token: 'fw_secret' }}
      onKeep={() => undefined}
    />,
  )

  expect(screen.getByText(/^curl http:\/\/portal.example\/api\/v2\/write.*Token fw_secret/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'What it supports' }).getAttribute('href')).toBe(
    '/docs/extensions/influx.html',
  )
})
