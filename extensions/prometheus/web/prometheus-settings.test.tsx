import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PrometheusSettings } from './prometheus-settings.tsx'

it('the settings of Prometheus have the address and the token of the unit', () => {
  const connection = { httpUrl: 'http://portal.example', mqttUrl: 'mqtt://portal.example', doors: ['prometheus'] }
  renderPart(
    <PrometheusSettings
      connection={{ ...connection, ports: {} }}
      unit={{ dataId: 'server', token: 'fw_secret' }}
      onKeep={() => undefined}
    />,
  )

  expect(screen.getByText(/url: http:\/\/portal\.example\/api\/v1\/doors\/prometheus\/write/)).toBeDefined()
  expect(screen.getByText(/credentials: fw_secret/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'What it supports' }).getAttribute('href')).toBe(
    '/docs/extensions/prometheus.html#remote-write',
  )
})
