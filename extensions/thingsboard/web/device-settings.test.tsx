import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DeviceSettings } from './device-settings.tsx'

it('what to enter in a device with a preset for ThingsBoard is shown, with a command that has the token', () => {
  renderPart(
    <DeviceSettings
      connection={{ httpUrl: 'http://portal.example', mqttUrl: 'mqtt://portal.example', doors: [], ports: {} }}
      unit={{ dataId: 'north-tank', token: 'fw_secret' }}
      onKeep={() => undefined}
    />,
  )

  for (const text of ['mqtt://portal.example', 'http://portal.example', 'fw_secret'])
    expect(screen.getByText(text)).toBeDefined()
  expect(screen.getByText(/^curl http:\/\/portal.example\/api\/v1\/fw_secret\/telemetry/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'What it supports' }).getAttribute('href')).toBe(
    '/docs/extensions/thingsboard.html',
  )
})
