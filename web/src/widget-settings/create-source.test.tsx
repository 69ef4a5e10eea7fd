import type { TemplateId } from '@fieldwatch/contract/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer, success } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

it('Widget Settings open the dialog for a new calculated source, and stay open behind it', async () => {
  const server = createFakeServer({
    'GET /api/v1/devices': () => success(buildUnit({ dataID: 'tank-1', defaultTemplate: 'tank' as TemplateId })),
    'GET /api/v1/templates/tank': () => success({ id: 'tank', title: 'Tank', timeSeries: { charts: [] } }),
    'GET /api/v1/data/options/tank-1': () => ({
      body: { statusCode: 200, body: { status: 'success', details: { tank: { level: 'float' } } } },
    }),
  })
  const user = userEvent.setup()
  renderUnit(server.fetch, '/dashboard/tank-1/time-series')
  await user.click(await screen.findByRole('button', { name: 'Add Chart' }))
  const settings = await screen.findByRole('dialog', { name: 'Widget Settings' })

  await user.click(await within(settings).findByRole('button', { name: 'Create A New Source' }))

  const dialog = await screen.findByRole('dialog', { name: 'Create A New Source' }, { timeout: 5000 })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create A New Source' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Widget Settings' })).toBeTruthy()
})
