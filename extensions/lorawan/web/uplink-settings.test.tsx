import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChirpStackSettings, ThingsStackSettings } from './uplink-settings.tsx'

it.each([
  ['The Things Stack', ThingsStackSettings, 'http://portal.example/api/v1/doors/things-stack'],
  ['ChirpStack', ChirpStackSettings, 'http://portal.example/api/v1/doors/chirpstack'],
] as const)('what to enter in %s is shown', (_name, Settings, address) => {
  renderPart(
    <Settings
      connection={{ httpUrl: 'http://portal.example', mqttUrl: 'mqtt://portal.example', doors: [], ports: {} }}
      unit={{ dataId: 'north-tank', token: 'fw_secret' }}
      onKeep={() => undefined}
    />,
  )

  expect(screen.getByText(address)).toBeDefined()
  expect(screen.getByText('Bearer fw_secret')).toBeDefined()
  expect(screen.getByRole('link', { name: 'What it supports' }).getAttribute('href')).toBe(
    '/docs/extensions/lorawan.html',
  )
})
