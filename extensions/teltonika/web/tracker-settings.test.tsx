import { administerUnit, listUnits } from '@fieldwatch/contract/units/units'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { buildUnit } from '@fieldwatch/web/testing/build-unit.ts'
import { onlyBody, pressTwice } from '@fieldwatch/web/testing/press-twice.ts'
import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { TrackerSettings } from './tracker-settings.tsx'

const connection = {
  httpUrl: 'http://portal.example',
  mqttUrl: 'mqtt://portal.example:1884',
  doors: [],
  ports: { teltonika: 5027 },
}

it('what to type into a tracker is shown, and whether it has tried to connect', async () => {
  const user = userEvent.setup()
  let unit = buildUnit({ dataID: 'north-tank', connected: false })
  const { seen } = renderPart(
    <TrackerSettings
      connection={connection}
      unit={{ dataId: 'north-tank', token: 'fw_secret' }}
      onKeep={() => undefined}
    />,
    {
      routes: [
        answerTo(listUnits, () => unit),
        answerTo(administerUnit, ({ body }) => {
          unit = { ...unit, imei: body.imei ?? '', trackerRefusedUTC: new Date().toISOString() }
          return unit
        }),
      ],
    },
  )
  expect(await screen.findByText('5027')).toBeDefined()
  expect(screen.getByRole('link', { name: 'What it supports' }).getAttribute('href')).toBe(
    '/docs/extensions/teltonika.html',
  )
  await user.type(await screen.findByLabelText('IMEI'), '12')
  await user.click(screen.getByRole('button', { name: 'Save the IMEI' }))
  expect(await screen.findByText('An IMEI has 15 digits.')).toBeDefined()
  await user.type(screen.getByLabelText('IMEI'), '3456789012345')
  pressTwice(screen.getByRole('button', { name: 'Save the IMEI' }))

  expect(await screen.findByText(/^A tracker with this IMEI tried to connect /)).toBeDefined()
  expect(onlyBody(seen, 'PUT /api/v1/devices/north-tank')).toEqual({ imei: '123456789012345', version: unit.version })
})
