import { type Answer, answerAt, answerTo, failure } from '#testing/answers.ts'
import { type Job, listJobs } from '@fieldwatch/contract/jobs/jobs'
import { getMe } from '@fieldwatch/contract/people/users'
import { stopUnitJob, type UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { pressTwice } from '#testing/press-twice.ts'
import { renderApp } from '#testing/render-app.tsx'

const deletion: Job = {
  jobID: 7,
  kind: 'delete unit',
  name: 'Pump 1',
  createdUTC: '2026-11-22T08:00:00.000Z',
  createdBy: 'Ada Byron',
  done: 0,
  total: null,
  failures: 2,
  mayStop: false,
}
const change: Job = {
  ...deletion,
  jobID: 8,
  kind: 'change units',
  name: null,
  createdBy: null,
  done: 200,
  total: 450,
  failures: 0,
  mayStop: true,
}

const stopped: UnitJob = {
  jobID: 8,
  kind: 'change',
  change: { kind: 'active', active: false },
  createdUTC: change.createdUTC,
  own: false,
  createdBy: null,
  endedUTC: '2026-11-22T08:01:00.000Z',
  stopped: { atUTC: '2026-11-22T08:01:00.000Z', by: null },
  units: 450,
  counts: { open: 0, created: 0, updated: 200, unchanged: 0, refused: 0, stopped: 250, removed: 0 },
  tokens: 'none',
}

function open(routes: readonly Answer[]) {
  const me = buildSessionUser({ role: 'admin' })
  return renderApp({ path: '/settings?tab=jobs', user: me, routes: [answerTo(getMe, () => me), ...routes] })
}

beforeEach(() => window.sessionStorage.clear())

describe('the tab of what is in progress', () => {
  it('says what is done, how far it is, since when and by whom, and what fails', async () => {
    open([answerTo(listJobs, () => [change, deletion])])

    const deleting = within(await screen.findByRole('region', { name: 'Deletion of a unit: Pump 1' }))
    expect(deleting.getByText(/^Since 22 Nov 2026.*, by Ada Byron$/)).toBeDefined()
    expect(deleting.getByText('The last 2 tries failed. The portal tries again.')).toBeDefined()
    expect(deleting.queryByRole('button')).toBeNull()
    const changing = within(screen.getByRole('region', { name: 'Change of units' }))
    expect(changing.getByText(/^200 of 450 · Since 22 Nov 2026/)).toBeDefined()
    expect(changing.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String((100 * 200) / 450))
  })

  it('stops what can be stopped, once', async () => {
    let jobs = [change]
    const { seen } = open([
      answerTo(listJobs, () => jobs),
      answerAt(stopUnitJob, { jobID: '8' }, () => {
        jobs = []
        return stopped
      }),
    ])

    pressTwice(await screen.findByRole('button', { name: 'Stop: Change of units' }))

    expect(await screen.findByText('Nothing is in progress.')).toBeDefined()
    expect(seen.filter(({ path }) => path.endsWith('/stop'))).toHaveLength(1)
  })

  it('says that it could not be had', async () => {
    open([answerTo(listJobs, () => failure('access/forbidden'))])

    expect((await screen.findByRole('alert')).textContent).toContain('Failed to retrieve what is in progress.')
  })
})
