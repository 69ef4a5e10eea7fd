import { PASSWORD } from '../support/api.ts'
import type { Keyboard } from './keyboard.ts'
import { WALK_UNIT } from './walk-portal.ts'

interface Step {
  readonly title: string
  readonly go: (keyboard: Keyboard, portal: WalkPortal) => Promise<void>
}

export interface WalkPortal {
  readonly url: string
  readonly email: string
  /** Called wherever something new is on the screen. */
  readonly look: () => Promise<void>
}

/** One journey through the portal without a mouse, from the sign-in to a request. Each step begins where the one before ended. */
export const WALK: readonly Step[] = [
  {
    title: 'signs in',
    go: async (keyboard, { url, email, look }) => {
      await keyboard.goto(`${url}/login`)
      await keyboard.expectFocus('Email')
      await look()
      await keyboard.type(email)
      await keyboard.tab()
      await keyboard.type(PASSWORD)
      await keyboard.tabTo({ role: 'button', name: 'Sign in' })
      await keyboard.press('Enter')
      await keyboard.expectFocus(/^Units/)
    },
  },
  {
    title: 'finds a unit in the list',
    go: async (keyboard, { look }) => {
      await keyboard.expectText(WALK_UNIT)
      await look()
      await keyboard.tabTo({ role: 'link', name: 'Skip to content' }, { back: true })
      await keyboard.press('Enter')
      const [first] = await keyboard.tabTo({ role: 'link', name: new RegExp(`^${WALK_UNIT}`) })
      if (first?.within !== 'main') throw new Error('the link to the content leads past it')
      await keyboard.press('/')
      await keyboard.expectFocus('Search Units')
      await keyboard.type('store')
      await keyboard.expectTextGone('keyboard-pump')
      await keyboard.tabTo({ role: 'link', name: new RegExp(`^${WALK_UNIT}`) })
      await keyboard.press('Enter')
      await keyboard.expectFocus(WALK_UNIT)
    },
  },
  {
    title: 'looks at the unit and edits its gauge',
    go: async (keyboard, { look }) => {
      await keyboard.expectText('Air now')
      await look()
      await keyboard.tabTo({ role: 'button', name: 'Edit Air now' })
      await openAndEscape(keyboard, { opener: 'Edit Air now', first: 'Title', look })
    },
  },
  {
    title: 'reads a chart',
    go: async (keyboard, { look }) => {
      await keyboard.tabTo({ role: 'link', name: 'Time Series' }, { back: true })
      await keyboard.press('Enter')
      await keyboard.expectText('Vertical Line')
      await look()
      await keyboard.tabTo({ role: 'button', name: 'Choose dates' })
      await keyboard.press('Enter')
      await keyboard.expectDialog({ open: true })
      await look()
      await keyboard.press('Escape')
      await keyboard.expectFocus('Choose dates')
      await keyboard.tabTo({ role: 'switch', name: 'Vertical Line' })
      await keyboard.press(' ')
      await keyboard.tabTo({ role: 'button', name: 'Edit Air' })
      await openAndEscape(keyboard, { opener: 'Edit Air', first: 'Title', look })
      await keyboard.tabTo({ role: 'application', name: /^Air: Air over time/ })
      await keyboard.press('ArrowLeft')
      await keyboard.press('ArrowLeft')
      await look()
    },
  },
  {
    title: 'makes an event table and tags an event',
    go: async (keyboard, { look }) => {
      await keyboard.tabTo({ role: 'link', name: 'Events' }, { back: true })
      await keyboard.press('Enter')
      await keyboard.expectText('No events yet')
      await keyboard.tabTo({ role: 'button', name: 'Add Event Table' })
      await keyboard.press('Enter')
      await keyboard.expectFocus('Name')
      await keyboard.type('Too warm')
      await fill(keyboard, [
        ['Source', 'room'],
        ['Value field', 'temp'],
        ['Operation', '>'],
        ['Constant', '8'],
      ])
      await look()
      await keyboard.tabTo({ role: 'button', name: 'Create' })
      await keyboard.press('Enter')
      await keyboard.expectDialog({ open: false })
      await keyboard.expectText('room.temp > 8')
      await keyboard.tabTo({ role: 'checkbox', name: /^Select the event of/ })
      await keyboard.press(' ')
      await look()
      await keyboard.tabTo({ role: 'combobox', name: 'Tag' }, { back: true })
      await keyboard.type('Door')
      await keyboard.tabTo({ role: 'button', name: 'Add/Update Tag' })
      await keyboard.press('Enter')
      await keyboard.expectText('Door')
    },
  },
  {
    title: 'makes an alert',
    go: async (keyboard, { look }) => {
      await keyboard.tabTo({ role: 'link', name: 'Management' }, { back: true })
      await keyboard.press('Enter')
      await keyboard.expectText('Device health')
      await look()
      await keyboard.tabTo({ role: 'link', name: 'Alerts' })
      await keyboard.press('Enter')
      await keyboard.tabTo({ role: 'button', name: 'Create Alert' })
      await keyboard.press('Enter')
      await keyboard.expectFocus('Name')
      await keyboard.type('Store too warm')
      await next(keyboard)
      await look()
      await next(keyboard)
      await fill(keyboard, [
        ['Source', 'room'],
        ['Operator', 'greater than'],
        ['Value', '8'],
      ])
      await keyboard.expectText('it would have been triggered')
      await look()
      await next(keyboard)
      await look()
      await next(keyboard)
      await look()
      await keyboard.tabTo({ role: 'button', name: 'Create Alert' })
      await keyboard.press('Enter')
      await keyboard.expectDialog({ open: false })
      await keyboard.expectFocus('Create Alert')
      await keyboard.expectText('Store too warm')
      await keyboard.tabTo({ role: 'button', name: 'Store too warm' })
      await openAndEscape(keyboard, { opener: 'Store too warm', look })
    },
  },
  {
    title: 'sends a request',
    go: async (keyboard, { look }) => {
      await keyboard.tabTo({ role: 'link', name: 'Requests' }, { back: true })
      await keyboard.press('Enter')
      await keyboard.expectText('Action Request')
      await fill(keyboard, [
        ['Setting', 'XetaSense'],
        ['Request', 'Read'],
      ])
      // Tab leaves the editor of the payload, as any field.
      await keyboard.tabTo({ role: 'button', name: 'Send' })
      await keyboard.press('Enter')
      await keyboard.expectText('Request sent')
      await keyboard.expectTextGone('No requests yet')
      await keyboard.tabTo({ role: 'button', name: /^Show request/ })
      await openAndEscape(keyboard, { opener: /^Show request/, look })
    },
  },
]

interface Opened {
  readonly opener: string | RegExp
  /** What has the focus in the dialog at first. */
  readonly first?: string
  readonly look: () => Promise<void>
}

/** Opens a dialog from the button that has the focus, and leaves it: the focus comes back to the button. */
async function openAndEscape(keyboard: Keyboard, { opener, first, look }: Opened): Promise<void> {
  await keyboard.press('Enter')
  await keyboard.expectDialog({ open: true })
  if (first !== undefined) await keyboard.expectFocus(first)
  await keyboard.tab()
  await look()
  await keyboard.press('Escape')
  await keyboard.expectDialog({ open: false })
  await keyboard.expectFocus(opener)
}

/** Types into fields that follow each other; a list takes the first entry that begins with the text. */
async function fill(keyboard: Keyboard, values: readonly (readonly [label: string, text: string])[]): Promise<void> {
  for (const [label, text] of values) {
    await keyboard.tabTo({ name: new RegExp(`^${label}`) })
    await keyboard.type(text)
  }
}

async function next(keyboard: Keyboard): Promise<void> {
  await keyboard.tabTo({ role: 'button', name: 'Next' })
  await keyboard.press('Enter')
}
