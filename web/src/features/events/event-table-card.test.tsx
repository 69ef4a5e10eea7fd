import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { answerTo, failure, whole } from '#testing/answers.ts'
import { setEventTag, listEventTags, refreshEvent, removeEvent, listEvents } from '@fieldwatch/contract/events/events'
import {
  getTemplate,
  putTemplate,
  type Template,
  type TemplateDefinition,
} from '@fieldwatch/contract/templates/templates'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildEventPage, buildEventTable, buildOccurrence } from '#testing/build-events.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { findEnabled } from '#testing/find-enabled.ts'
import { askedPages, findCard, openEvents } from '#testing/open-events.tsx'
import { pressTwice } from '#testing/press-twice.ts'

type Given = Parameters<typeof openEvents>[0]

/** The only event table of the page, with two occurrences. */
async function openCard(given: Given = {}) {
  const rows = [buildOccurrence(1), buildOccurrence(0, { tag: 'Door' })]
  const opened = openEvents({ page: () => buildEventPage(rows), ...given })
  const card = within(await findCard())
  await card.findByText('Door')
  const bodies = (method: string) =>
    opened.server.seen.filter((request) => request.method === method).map(({ body }) => body)
  return { ...opened, user: userEvent.setup(), card, bodies }
}

describe('the tags of occurrences', () => {
  // spec 2-1-03, 2-2-19, 2-2-20, 2-4-06
  it('are set for all that are selected, and then none is selected', async () => {
    const { user, card, bodies } = await openCard({ routes: [answerTo(setEventTag)] })
    const button = card.getByRole('button', { name: 'Add/Update Tag' })
    expect(button).toHaveProperty('disabled', true)
    expect(card.queryByRole('button', { name: 'Remove Tag' })).toBeNull()
    await user.click(card.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.type(card.getByLabelText('Tag'), ' Defrost ')
    await user.click(button)

    expect(bodies('PUT')).toEqual([
      {
        dataID: 'tank-1',
        name: 'Too_warm',
        eventStartUTC: [buildOccurrence(1).startUTC, buildOccurrence(0).startUTC],
        tag: 'Defrost',
      },
    ])
    await waitFor(() => expect(card.queryByRole('button', { name: 'Remove Tag' })).toBeNull())
  })

  it('are set for all of a filter, page by page or not, and for rows of the page again when one is left out', async () => {
    const rows = [buildOccurrence(1), buildOccurrence(0, { tag: 'Door' })]
    const pagination = { page: 1, pageSize: 10, total: 20_000, hasNext: true }
    const { user, card, bodies, server } = await openCard({
      page: () => buildEventPage(rows, { pagination }),
      routes: [answerTo(setEventTag)],
    })
    await user.click(card.getByRole('button', { name: 'Filter Too warm' }))
    const form = within(await screen.findByRole('dialog'))
    await user.type(form.getByLabelText('Text in tag or value'), 'oo')
    await user.type(form.getByLabelText('At least (min)'), '0.5')
    await user.click(form.getByRole('button', { name: 'Apply' }))
    expect(await card.findByText('Only with “oo”, at least 30 s')).toBeDefined()
    const query = askedPages(server.seen).at(-1)
    expect([query?.get('text'), query?.get('minDuration')]).toEqual(['oo', '30000'])

    await user.click(card.getByRole('button', { name: 'Select all 20,000' }))
    expect(card.getByText('1–10 of 20,000, 20,000 selected')).toBeDefined()
    await user.type(card.getByLabelText('Tag'), 'Seen')
    await user.click(card.getByRole('button', { name: 'Add/Update Tag' }))
    await user.click(await card.findByRole('button', { name: 'Select all 20,000' }))
    await user.click(card.getAllByRole('checkbox', { name: /^Select the event of/ })[0] as HTMLElement)
    await user.click(card.getByRole('button', { name: 'Remove Tag' }))

    const about = { dataID: 'tank-1', name: 'Too_warm' }
    expect(bodies('PUT')).toEqual([
      { ...about, tag: 'Seen', all: { text: 'oo', minDuration: 30_000 } },
      { ...about, tag: '', eventStartUTC: [buildOccurrence(0).startUTC] },
    ])
  })

  // spec 2-4-07
  it.each([
    ['Remove Tag', 'Defrost'],
    ['an empty tag', ''],
  ])('are removed by %s', async (how, typed) => {
    const { user, card, bodies } = await openCard({ routes: [answerTo(setEventTag)] })
    await user.click(card.getAllByRole('checkbox', { name: /^Select the event of/ })[1] as HTMLElement)
    if (typed !== '') await user.type(card.getByLabelText('Tag'), typed)
    await user.click(card.getByRole('button', { name: how === 'Remove Tag' ? how : 'Add/Update Tag' }))

    expect(bodies('PUT')).toMatchObject([{ eventStartUTC: [buildOccurrence(0).startUTC], tag: '' }])
  })

  // spec 2-2-19
  it('are suggested where they were used before', async () => {
    const { user, card, bodies } = await openCard({
      routes: [answerTo(listEventTags, () => ['Door', 'Defrost']), answerTo(setEventTag)],
    })
    await user.click(card.getAllByRole('checkbox', { name: /^Select the event of/ })[0] as HTMLElement)
    await user.click(card.getByLabelText('Tag'))
    await user.click(await screen.findByRole('option', { name: 'Defrost' }))
    await user.click(card.getByRole('button', { name: 'Add/Update Tag' }))

    expect(bodies('PUT')).toMatchObject([{ tag: 'Defrost' }])
  })

  it('leave selected what was selected while others were tagged', async () => {
    const tagged = Promise.withResolvers<undefined>()
    const { user, card } = await openCard({ routes: [answerTo(setEventTag, () => tagged.promise)] })
    const [first, last] = card.getAllByRole('checkbox', { name: /^Select the event of/ })
    await user.click(first as HTMLElement)
    await user.type(card.getByLabelText('Tag'), 'Defrost')
    await user.click(card.getByRole('button', { name: 'Add/Update Tag' }))
    await user.click(last as HTMLElement)

    tagged.resolve(undefined)

    await waitFor(() => expect(first).toHaveProperty('checked', false))
    expect(last).toHaveProperty('checked', true)
  })

  // spec 1-8-16, 2-8-06
  it('that were not set say so, and the rows stay selected', async () => {
    const { user, card } = await openCard({
      routes: [answerTo(setEventTag, () => failure('event/occurrence-not-found'))],
    })
    await user.click(card.getAllByRole('checkbox', { name: /^Select the event of/ })[0] as HTMLElement)
    await user.click(card.getByRole('button', { name: 'Remove Tag' }))

    expect(await card.findByText('Failed to update tag.')).toBeDefined()
    expect(card.getByText('The sentence of event/occurrence-not-found.')).toBeDefined()
    expect(card.getByRole('button', { name: 'Remove Tag' })).toBeDefined()
  })

  it('say how many of the events are not there any more', async () => {
    const message = '1 of the events is not there any more.'
    const { user, card } = await openCard({
      routes: [answerTo(setEventTag, () => whole({ status: 'partial_success', message }))],
    })
    await user.click(card.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(card.getByRole('button', { name: 'Remove Tag' }))

    expect(await card.findByText(message)).toBeDefined()
  })
})

describe('an event table', () => {
  // spec 2-2-14
  it('is refreshed', async () => {
    const { user, card, bodies, server } = await openCard({ routes: [answerTo(refreshEvent)] })
    await user.click(card.getByRole('button', { name: 'Refresh Too warm' }))

    await waitFor(() => expect(askedPages(server.seen)).toHaveLength(2))
    expect(bodies('PUT')).toEqual([{ dataID: 'tank-1', name: 'Too_warm' }])
  })

  // spec 1-8-16, 2-8-04
  it('says that it was not refreshed', async () => {
    const { user, card } = await openCard({ routes: [answerTo(refreshEvent, () => failure('server/internal'))] })
    await user.click(card.getByRole('button', { name: 'Refresh Too warm' }))

    expect(await card.findByText('Failed to refresh events.')).toBeDefined()
  })

  // spec 2-2-15
  it('is deleted after a question', async () => {
    let tables = [buildEventTable()]
    const { user, card, bodies } = await openCard({
      routes: [
        answerTo(removeEvent, () => {
          tables = []
          return undefined
        }),
        answerTo(listEvents, ({ path }) =>
          path.includes('name=') ? buildEventPage([buildOccurrence(0, { tag: 'Door' })]) : { tables },
        ),
      ],
    })
    await user.click(card.getByRole('button', { name: 'Delete Too warm' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Too warm?' }))
    expect(bodies('DELETE')).toEqual([])
    pressTwice(await findEnabled(dialog, 'Delete'))

    expect(await screen.findByText('No events yet')).toBeDefined()
    expect(bodies('DELETE')).toEqual([{ dataID: 'tank-1', name: 'Too_warm' }])
  })

  it('names the alerts that end with it before it is deleted', async () => {
    const { user, card } = await openCard({
      routes: [
        answerTo(listConsequences, () => ({
          things: [{ kind: 'alert', id: 'a', name: 'Door open', follows: 'ends' }],
          more: [],
        })),
      ],
    })
    await user.click(card.getByRole('button', { name: 'Delete Too warm' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Too warm?' }))

    expect(await dialog.findByText('1 alert: Door open')).toBeDefined()
  })

  it('begins an alert that follows it', async () => {
    const { user, card } = await openCard({
      routes: [answerTo(listUnitNames, () => [{ id: 'tank-1', friendlyName: 'North tank', active: true }])],
    })
    await user.click(card.getByRole('button', { name: 'Create an alert for Too warm' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Alert' }, { timeout: 10_000 }))
    await user.click(await dialog.findByRole('button', { name: /^3 Set Conditions/ }))

    expect(await dialog.findByText('Triggered when an event of Too warm begins. OK again when it ends.')).toBeDefined()
  })

  // spec 2-8-03
  it('says that it was not deleted', async () => {
    const { user, card } = await openCard({
      routes: [answerTo(removeEvent, () => failure('server/internal'))],
    })
    await user.click(card.getByRole('button', { name: 'Delete Too warm' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Too warm?' }))
    await user.click(await findEnabled(dialog, 'Delete'))

    expect(await dialog.findByText('Failed to delete the table.')).toBeDefined()
  })

  // spec 2-2-16, 2-2-17
  it('shows the events of a range, and the most recent ones again', async () => {
    const { user, card, server, address } = await openCard()
    expect(card.getByText('Most Recent Events')).toBeDefined()
    expect(card.getByRole('button', { name: 'Back To Current' })).toHaveProperty('disabled', true)
    await user.click(card.getByRole('button', { name: 'Choose dates' }))
    const input = await screen.findByLabelText('Range of Too warm', { selector: 'input' })
    await user.type(input, '2026-06-01 00:00:00 ~ 2026-06-01 23:59:59')
    await user.click(screen.getByRole('button', { name: 'Set Range' }))

    await waitFor(() =>
      expect(askedPages(server.seen).at(-1)?.get('startDate')).toBe(new Date(2026, 5, 1).toISOString()),
    )
    expect(card.getByText('Events: 1 Jun 2026, 00:00:00 – 1 Jun 2026, 23:59:59')).toBeDefined()
    await user.click(card.getByRole('button', { name: 'Back To Current' }))
    await waitFor(() => expect(askedPages(server.seen).at(-1)?.has('startDate')).toBe(false))
    expect(card.getByText('Most Recent Events')).toBeDefined()
    expect(address()).toBe('/dashboard/tank-1/events')
  })

  it('opens an occurrence in the charts', async () => {
    const { user, card, address } = await openCard({ template: { timeSeries: { charts: [] } } })
    const [link] = card.getAllByRole('link', { name: /Jun 2026/ })
    await user.click(link as HTMLElement)

    await waitFor(() => expect(address()).toContain('/dashboard/tank-1/time-series?'))
    expect(decodeURIComponent(address())).toContain('events=Too_warm')
    expect(decodeURIComponent(address())).toContain(`at=${buildOccurrence(1).startUTC}`)
  })
})

describe('the columns of an event table', () => {
  async function customize(given: Given = {}) {
    const sent: { template: TemplateDefinition; dataID?: string; templateID?: string }[] = []
    const opened = await openCard({
      routes: [
        answerTo(putTemplate, ({ body }) => {
          sent.push(body as (typeof sent)[number])
          return buildTemplate({ ...(body as (typeof sent)[number]).template, version: 2 })
        }),
      ],
      ...given,
    })
    await opened.user.click(opened.card.getByRole('button', { name: 'Customize Columns' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Customize Columns of Too warm' }))
    return { ...opened, dialog, sent }
  }

  // spec 2-2-23, 2-2-35, 2-2-36, 2-2-37
  it('are ticked and moved by keyboard, for all who share the template, after a warning', async () => {
    const { user, dialog, sent } = await customize()
    expect(dialog.getByText('This change affects all devices that share the same template.')).toBeDefined()
    await user.click(dialog.getByRole('checkbox', { name: 'Duration' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Room Temp Maximum' }))
    dialog.getByRole('button', { name: 'Move Tag up' }).focus()
    await user.keyboard('{Enter}{Enter}')
    expect(dialog.getByText('Tag is now at position 2 of 8.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toMatchObject([{ templateID: 'tank' }])
    expect(sent[0]).not.toHaveProperty('dataID')
    const columns = ['startUTC', 'tag', 'endUTC', 'room.temp', 'room.temp.greatest']
    expect(putTemplate.body?.parse(sent[0]).template.events).toEqual([{ title: 'Too warm', type: 'event', columns }])
    const headings = (await findCard()).querySelectorAll('th')
    expect([...headings].map(({ textContent }) => textContent).slice(1, 5)).toEqual([
      'StartUTC local time',
      'Tag',
      'EndUTC local time',
      'Room Temp',
    ])
  })

  it('are kept when another person changed the template in the meantime, and saved beside that change', async () => {
    let newer: Template | undefined
    const { user, dialog, sent } = await customize({
      routes: [
        answerTo(getTemplate, () => newer ?? buildTemplate()),
        answerTo(putTemplate, ({ body }) => {
          const { template, version } = body as { template: TemplateDefinition; version: number }
          if (version === 2) return ((newer = buildTemplate({ ...template, version: 3 })), newer)
          newer = buildTemplate({ title: 'Renamed', version: 2 })
          return failure('template/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    await user.click(dialog.getByRole('checkbox', { name: 'Duration' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/^Grace Hopper changed it in the meantime/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.queryByText(/^Grace Hopper changed it/)).toBeNull())
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Duration' }).checked).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([])
    expect(newer).toMatchObject({ title: 'Renamed', events: [{ columns: ['startUTC', 'endUTC', 'tag', 'room.temp'] }] })
  })

  // spec 2-2-37
  it('are those of this unit alone where a person chooses that', async () => {
    const { user, dialog, sent } = await customize()
    await user.click(dialog.getByRole('radio', { name: /^Only North tank/ }))
    expect(dialog.queryByText('This change affects all devices that share the same template.')).toBeNull()
    expect(
      dialog.getByText(
        'You are changing this unit only. A change for everyone affects all devices that share the same template.',
      ),
    ).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(sent).toMatchObject([{ dataID: 'tank-1' }]))
  })

  it('are at least one', async () => {
    const { user, dialog, sent } = await customize()
    for (const box of dialog.getAllByRole<HTMLInputElement>('checkbox')) if (box.checked) await user.click(box)
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(dialog.getByText('Choose at least one column.')).toBeDefined()
    expect(sent).toEqual([])
  })

  it('that were not saved say so', async () => {
    const { user, dialog } = await customize({
      routes: [answerTo(putTemplate, () => failure('server/internal'))],
    })
    await user.click(dialog.getByRole('checkbox', { name: 'Duration' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText('Failed to update the template.')).toBeDefined()
    expect(dialog.getByText('The sentence of server/internal.')).toBeDefined()
  })
})
