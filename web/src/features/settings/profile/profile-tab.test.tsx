import { answerTo, failure, type Answer, whole } from '#testing/answers.ts'
import { listApps } from '@fieldwatch/contract/people/apps'
import { removePhone, requestVerification, verifyCode } from '@fieldwatch/contract/people/phone-verification'
import { listUnits } from '@fieldwatch/contract/units/units'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { getMe, updateUsers, setEntityViewing, type SessionUser } from '@fieldwatch/contract/people/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'
// Loaded ahead, so that no test waits for it.
import './profile-tab.tsx'
import '../settings-page.tsx'

const user = userEvent.setup()

const ada = buildSessionUser({ phone: '+14155550123' })

type Routes = readonly Answer[]

function openProfile({ me = ada, routes = [] }: { me?: SessionUser; routes?: Routes } = {}) {
  return renderApp({
    path: '/settings',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(updateUsers, () => whole({ status: 'success', message: 'Ada Lovelace was updated.' })),
      answerTo(removePhone),
      ...routes,
    ],
  })
}

/** Another person changed the profile since it was opened, which the first change learns. */
function openChangedProfile() {
  let me = ada
  return openProfile({
    routes: [
      answerTo(getMe, () => me),
      answerTo(updateUsers, ({ body }) => {
        if ((body as { version: number }).version === 2) return undefined
        me = { ...ada, company: 'Northwind', version: 2 }
        return failure('user/changed', { changedBy: 'grace@northwind.example' })
      }),
    ],
  })
}

const details = async () => within(await screen.findByRole('region', { name: 'Details' }))

async function edit() {
  await user.click((await details()).getByRole('button', { name: 'Edit' }))
  return {
    card: await details(),
    phone: await screen.findByRole<HTMLInputElement>('textbox', { name: /Phone number/ }),
  }
}

const changes = (seen: { method: string; body: unknown }[]) =>
  seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)

beforeEach(() => window.sessionStorage.clear())

describe('Settings', () => {
  // spec 1-2-36, 1-2-90, 1-2-91, 1-2-92
  it('has a title, and opens with Profile', async () => {
    openProfile()

    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined()
    expect(await screen.findByRole('heading', { level: 2, name: 'Profile' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  })

  it('keeps the tab in the address', async () => {
    const { app } = openProfile()

    await user.click(await screen.findByRole('link', { name: 'Alerts' }))

    expect(await screen.findByRole('heading', { level: 2, name: 'Alerts' })).toBeDefined()
    expect(app.router.state.location.href).toBe('/settings?tab=alerts')
    const menu = within(screen.getByRole('navigation', { name: 'Settings' }))
    expect(menu.getByRole('link', { name: 'Alerts' }).getAttribute('aria-current')).toBe('page')
    expect(menu.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBeNull()
  })
})

describe('leaving Profile while it is edited', () => {
  it('asks before Sign out and before another entity is looked at, once, and goes then', async () => {
    const entity = (name: string) => ({ name, logo: '', icon: '', status: 'active' as const })
    const me = buildSessionUser({
      entityData: { water: entity('Northwind Water'), wells: entity('Northern Wells') },
      entityViewing: ['water', 'wells'] as EntityId[],
    })
    const { app, seen } = openProfile({
      me,
      routes: [answerTo(setEntityViewing, () => ({ ...me, entityViewing: ['wells'] })), answerTo(listUnits, () => [])],
    })
    const { card } = await edit()
    await user.type(card.getByLabelText(/^First Name/), ' Augusta')

    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(card.getByLabelText<HTMLInputElement>(/^First Name/).value).toBe('Ada Augusta')
    expect(seen.some(({ path }) => path === '/api/v1/auth/sign-out')).toBe(false)

    await user.click(screen.getByRole('button', { name: /Northwind Water/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Northern Wells' }))
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    expect(seen.some(({ path }) => path === '/api/v1/me/entity-viewing')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Leave' }))

    await waitFor(() => expect(app.router.state.location.pathname).toBe('/dashboard'))
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull()
  })

  it('asks first, whether by a tab of Settings or by another page, and keeps what was entered', async () => {
    const { app } = openProfile()
    const { card } = await edit()
    await user.type(card.getByLabelText(/^First Name/), ' Augusta')

    await user.click(screen.getByRole('link', { name: 'Alerts' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(card.getByLabelText<HTMLInputElement>(/^First Name/).value).toBe('Ada Augusta')
    await user.click(screen.getByRole('link', { name: 'SIM Cards' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))

    await waitFor(() => expect(app.router.state.location.pathname).toBe('/sim-cards'))
  })

  it('asks nothing as long as nothing was entered', async () => {
    openProfile()
    await edit()

    await user.click(screen.getByRole('link', { name: 'Alerts' }))

    expect(await screen.findByRole('heading', { level: 2, name: 'Alerts' })).toBeDefined()
  })

  it('lets the browser ask before the tab is closed', async () => {
    openProfile()
    const { card } = await edit()
    const isAsked = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const before = isAsked()
    await user.type(card.getByLabelText(/^First Name/), ' Augusta')
    const entered = isAsked()
    await user.click(card.getByRole('button', { name: 'Cancel' }))

    expect([before, entered, isAsked()]).toEqual([false, true, false])
  })
})

describe('the Details card', () => {
  // spec 1-2-95, 1-2-96, 1-2-98, 1-4-35, 1-4-36
  it('is read-only until Edit, and again after Cancel', async () => {
    const { seen } = openProfile()
    const card = await details()
    expect(card.getByText('Ada')).toBeDefined()
    expect(card.getByText('Lovelace')).toBeDefined()
    expect(card.getByText('ada@northwind.example')).toBeDefined()
    expect(card.getByTitle('Profile photo')).toBeDefined()
    expect(card.queryByRole('textbox')).toBeNull()

    const editing = (await edit()).card
    await user.clear(editing.getByLabelText(/First Name/))
    await user.type(editing.getByLabelText(/First Name/), 'Augusta')
    await user.click(editing.getByRole('button', { name: 'Cancel' }))

    expect((await details()).getByText('Ada')).toBeDefined()
    expect(changes(seen)).toEqual([])
  })

  // spec 1-1-15, 1-2-95, 1-2-96, 1-4-36
  it('saves what was changed and is read-only again', async () => {
    const { seen } = openProfile()
    const { card } = await edit()
    await user.clear(card.getByLabelText(/First Name/))
    await user.type(card.getByLabelText(/First Name/), 'Augusta')

    await user.click(card.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(card.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(changes(seen)).toEqual([{ userUID: 'ada', firstName: 'Augusta', version: 1 }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows what was changed elsewhere in the meantime, and keeps what was typed beside it', async () => {
    const { seen } = openChangedProfile()
    const { card } = await edit()
    await user.clear(card.getByLabelText(/First Name/))
    await user.type(card.getByLabelText(/First Name/), 'Augusta')
    await user.click(card.getByRole('button', { name: 'Save' }))
    expect((await card.findByRole('alert')).textContent).toContain('grace@northwind.example changed it in the meantime')

    await user.click(card.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(card.queryByRole('alert')).toBeNull())
    expect(card.getByLabelText<HTMLInputElement>(/First Name/).value).toBe('Augusta')
    await user.click(card.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(card.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(changes(seen).at(-1)).toEqual({ userUID: 'ada', firstName: 'Augusta', version: 2 })
  })

  it('requires names and email', async () => {
    openProfile()
    const { card } = await edit()
    await user.clear(card.getByLabelText(/Last Name/))

    await user.click(card.getByRole('button', { name: 'Save' }))

    expect(await card.findByText('Enter a last name.')).toBeDefined()
    expect(document.activeElement).toBe(card.getByLabelText(/Last Name/))
  })

  // spec 1-2-99
  it('offers another photo through the image cropper while it is edited', async () => {
    openProfile({ me: { ...ada, profilePic: '/ada.webp' } })
    expect((await details()).getByAltText('Profile photo').getAttribute('src')).toBe('/ada.webp')
    const { card } = await edit()

    await user.click(card.getByRole('button', { name: 'Change Photo' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Change Photo' }))
    expect(dialog.getByRole('button', { name: 'Drop an image here, or browse' })).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>('Image file').accept).toBe('image/*')
  })

  // spec 1-2-99
  it('calls it Upload Photo where there is none yet', async () => {
    openProfile()

    expect((await edit()).card.getByRole('button', { name: 'Upload Photo' })).toBeDefined()
  })

  it('takes the photo away, once it is saved', async () => {
    const { seen } = openProfile({ me: { ...ada, profilePic: '/ada.webp' } })
    const { card } = await edit()

    await user.click(card.getByRole('button', { name: 'Remove Photo' }))
    expect(card.queryByRole('button', { name: 'Remove Photo' })).toBeNull()
    expect(card.getByRole('button', { name: 'Upload Photo' })).toBeDefined()
    expect(changes(seen)).toEqual([])
    await user.click(card.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(card.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(changes(seen)).toMatchObject([{ userUID: 'ada', profilePic: '' }])
  })

  // spec 1-2-97, 1-5-16, 1-5-17, 1-8-22
  it('saves nothing while the phone number is not valid', async () => {
    const { seen } = openProfile()
    const { card, phone } = await edit()
    await user.clear(phone)
    await user.type(phone, '415')

    await user.click(card.getByRole('button', { name: 'Save' }))

    expect((await card.findByRole('alert')).textContent).toBe('Please enter a valid phone number before saving.')
    expect(changes(seen)).toEqual([])
  })

  // spec 1-4-41
  it('leads to verification when another phone is saved', async () => {
    const { seen } = openProfile()
    const { card, phone } = await edit()
    await user.clear(phone)
    await user.type(phone, '4155550199')

    await user.click(card.getByRole('button', { name: 'Save' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Verify Phone Number' }))
    expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: /Phone/ })).value).toContain('0199')
    expect(changes(seen)).toEqual([])
  })

  // spec 1-7-49
  it('asks for the code of that phone by the call that all screens use', async () => {
    const { seen } = openProfile({
      routes: [answerTo(requestVerification, () => ({ request_id: 'first' }))],
    })
    const { card, phone } = await edit()
    await user.clear(phone)
    await user.type(phone, '4155550199')
    await user.click(card.getByRole('button', { name: 'Save' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify Phone Number' }))
    await user.click(await dialog.findByLabelText(/privacy policy/))
    await user.click(dialog.getByLabelText(/terms of use/))

    pressTwice(dialog.getByRole('button', { name: 'Send Code' }))

    expect(await dialog.findByLabelText('Digit 1 of 4')).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/users/request-verification')).toEqual({
      phoneNumber: '+14155550199',
    })
  })

  it('removes a phone that was taken out', async () => {
    const { seen } = openProfile()
    const { card, phone } = await edit()
    await user.clear(phone)

    await user.click(card.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(seen.some(({ method }) => method === 'DELETE')).toBe(true))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps what was typed when it cannot be saved', async () => {
    openProfile({ routes: [answerTo(updateUsers, () => failure('user/email-taken'))] })
    const { card } = await edit()
    await user.type(card.getByLabelText(/Email/), '.org')

    await user.click(card.getByRole('button', { name: 'Save' }))
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'mine')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))

    expect((await card.findByRole('alert')).textContent).toBe('The sentence of user/email-taken.')
    expect(card.getByLabelText<HTMLInputElement>(/Email/).value).toBe('ada@northwind.example.org')
  })
})

describe('the Notification Preferences', () => {
  const preferences = async () => within(await screen.findByRole('region', { name: 'Notification Preferences' }))

  // spec 1-1-16, 1-2-100
  it('have Email and SMS for each category, and save each switch', async () => {
    const { seen } = openProfile()
    const alerts = within((await preferences()).getByRole('group', { name: 'Alerts' }))
    expect(alerts.getByRole<HTMLInputElement>('switch', { name: 'Email' }).checked).toBe(true)
    expect(alerts.getByRole<HTMLInputElement>('switch', { name: 'SMS' }).checked).toBe(false)

    pressTwice(alerts.getByRole('switch', { name: 'SMS' }))

    await waitFor(() =>
      expect(changes(seen)).toEqual([
        { userUID: 'ada', notifications: { alerts: { emailEnable: true, smsEnable: true } }, version: 1 },
      ]),
    )
  })

  it.each([
    ['', 'You have no verified phone number. If you switch this on, you are asked to verify one first.'],
    ['+15550100', 'Only to your verified phone number, +15550100'],
  ])('say at each switch where its messages go, with the phone “%s”', async (phone, sms) => {
    openProfile({ me: { ...ada, phone } })

    const card = await preferences()
    expect(card.getByText('To ada@northwind.example')).toBeDefined()
    expect(card.getByText(sms)).toBeDefined()
    expect(card.getByRole('link', { name: 'Show my alerts' }).getAttribute('href')).toBe('/settings?tab=alerts')
  })

  // spec 1-4-42, 1-4-43, 2-5-40
  it('lead to verification when SMS is switched on without a phone, and SMS stays off', async () => {
    const { seen } = openProfile({ me: { ...ada, phone: '' } })

    await user.click((await preferences()).getByRole('switch', { name: 'SMS' }))

    expect(await screen.findByRole('dialog', { name: 'Verify Phone Number' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await preferences()).getByRole<HTMLInputElement>('switch', { name: 'SMS' }).checked).toBe(false)
    expect(changes(seen)).toEqual([])
  })

  it('switch SMS on by themselves once the number is verified', async () => {
    let me = { ...ada, phone: '' }
    const { seen } = openProfile({
      me,
      routes: [
        answerTo(getMe, () => me),
        answerTo(requestVerification, () => ({ request_id: 'first' })),
        answerTo(verifyCode, () => {
          me = { ...me, phone: '+14155550123', version: 2 }
          return { phone: me.phone }
        }),
      ],
    })
    await user.click((await preferences()).getByRole('switch', { name: 'SMS' }))
    await user.type(await screen.findByLabelText('Phone number'), '4155550123')
    await user.click(screen.getByLabelText(/privacy policy/))
    await user.click(screen.getByLabelText(/terms of use/))
    await user.click(screen.getByRole('button', { name: 'Send Code' }))
    await user.click(await screen.findByLabelText('Digit 1 of 4'))

    await user.keyboard('1234')

    await waitFor(() =>
      expect(changes(seen)).toEqual([
        { userUID: 'ada', notifications: { alerts: { emailEnable: true, smsEnable: true } }, version: 2 },
      ]),
    )
  })

  it('say who changed the profile in the meantime, show what is saved, and can be switched then', async () => {
    const { seen } = openChangedProfile()
    const card = await preferences()
    const email = card.getByRole<HTMLInputElement>('switch', { name: 'Email' })
    await user.click(email)
    expect((await card.findByRole('alert')).textContent).toContain('grace@northwind.example changed it in the meantime')
    expect(email.checked).toBe(true)
    await waitFor(() => expect(email.disabled).toBe(false))
    await user.click(email)

    await waitFor(() => expect(card.queryByRole('alert')).toBeNull())
    expect(changes(seen)).toMatchObject([
      { version: 1 },
      { notifications: { alerts: { emailEnable: false } }, version: 2 },
    ])
  })

  it('show what is true when a switch cannot be saved', async () => {
    openProfile({ routes: [answerTo(updateUsers, () => failure('server/unavailable'))] })

    await user.click((await preferences()).getByRole('switch', { name: 'Email' }))

    expect((await (await preferences()).findByRole('alert')).textContent).toBe('The sentence of server/unavailable.')
    expect((await preferences()).getByRole<HTMLInputElement>('switch', { name: 'Email' }).checked).toBe(true)
  })
})

describe('the time format', () => {
  // spec 2-9-08
  it('is 24Hour until 12Hour is chosen', async () => {
    const { seen } = openProfile()
    const group = within(await screen.findByRole('group', { name: 'Time format' }))
    expect(group.getByRole<HTMLInputElement>('radio', { name: /^24 hours/ }).checked).toBe(true)

    await user.click(group.getByRole('radio', { name: /^12 hours/ }))

    await waitFor(() => expect(changes(seen)).toEqual([{ userUID: 'ada', timeFormat: '12Hour', version: 1 }]))
  })
})

describe('the units of measure', () => {
  it('are those of the company until others are chosen, for single dimensions too', async () => {
    const { seen } = openProfile()
    const card = within(await screen.findByRole('region', { name: 'Units of measure' }))
    const system = card.getByRole<HTMLSelectElement>('combobox', { name: 'Show values in' })
    expect(system.selectedOptions[0]?.text).toBe('The units of measure of my company')
    expect(card.queryByRole('button', { name: 'Choose by dimension' })).toBeNull()

    await user.selectOptions(system, 'US')

    await waitFor(() => expect(changes(seen)).toEqual([{ userUID: 'ada', measures: { system: 'US' }, version: 1 }]))
  })

  it('are changed and taken back for one dimension', async () => {
    const { seen } = openProfile({ me: { ...ada, measures: { system: 'US' } } })
    const card = within(await screen.findByRole('region', { name: 'Units of measure' }))
    await user.click(card.getByRole('button', { name: 'Choose by dimension' }))
    await user.selectOptions(card.getByRole('combobox', { name: 'Pressure' }), 'kPa')
    await user.selectOptions(
      card.getByRole('combobox', { name: 'Show values in' }),
      'The units of measure of my company',
    )

    await waitFor(() =>
      expect(changes(seen)).toEqual([
        { userUID: 'ada', measures: { system: 'US', dimensions: { pressure: 'kPa' } }, version: 1 },
        { userUID: 'ada', measures: null, version: 1 },
      ]),
    )
  })
})

describe('a new address of one’s own', () => {
  it('asks for the password, says where the link went, and keeps what was entered after a wrong one', async () => {
    let isWrong = true
    const { seen } = openProfile({
      routes: [answerTo(updateUsers, () => (isWrong ? failure('auth/wrong-password') : undefined))],
    })
    const card = within(await screen.findByRole('region', { name: 'Details' }))
    await user.click(await card.findByRole('button', { name: 'Edit' }))
    const email = await card.findByRole('textbox', { name: /Email/ })
    await user.clear(email)
    await user.type(email, 'new@water.example')
    await user.click(card.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
    await user.type(question.getByLabelText('Password', { selector: 'input' }), 'guess')
    await user.click(question.getByRole('button', { name: 'Send the link' }))
    expect(await question.findByText('The sentence of auth/wrong-password.')).toBeDefined()

    isWrong = false
    await user.click(question.getByRole('button', { name: 'Send the link' }))

    expect(await card.findByText(/sent a link to new@water\.example/)).toBeDefined()
    const sent = seen.filter(({ method, path }) => method === 'PUT' && path === '/api/v1/users')
    expect(sent.at(-1)?.body).toEqual({ userUID: 'ada', email: 'new@water.example', version: 1, password: 'guess' })
  })
})
