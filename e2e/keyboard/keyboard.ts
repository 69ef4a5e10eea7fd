import { READ_FOCUS_STOP, type FocusStop } from './focus-stop.ts'

/** What a page of Playwright and one of Puppeteer have in common. It has no mouse. */
export interface KeyboardPage {
  readonly goto: (url: string) => Promise<unknown>
  /** Presses a key, with Shift as in `Shift+Tab`. */
  readonly press: (key: string) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** The value of an expression in the page, or what it promises. */
  readonly evaluate: (expression: string) => Promise<unknown>
}

interface Wanted {
  readonly role?: string
  readonly name: string | RegExp
}

/** No screen has more stops than this between two that a person needs. */
const MOST_STOPS = 80

const PATIENCE_MS = 20_000

export type Keyboard = ReturnType<typeof createKeyboard>

/** A person at a page who has no mouse. Each stop of Tab has to be marked and in sight. */
export function createKeyboard(page: KeyboardPage) {
  const focused = async (): Promise<FocusStop | undefined> =>
    ((await page.evaluate(READ_FOCUS_STOP)) as FocusStop | null) ?? undefined

  const expectTrue = async (expression: string, otherwise: string): Promise<void> => {
    if ((await page.evaluate(waitFor(expression))) === true) return
    const stop = await focused()
    throw new Error(`${otherwise}; the focus is on ${stop === undefined ? 'nothing' : describeStop(stop)}`)
  }

  const tab = async (key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<FocusStop | undefined> => {
    await page.press(key)
    const stop = await focused()
    if (stop === undefined || (stop.isMarked && stop.isInSight)) return stop
    // The outline comes with the next frame, as does what scrolls.
    const isSeen = `(({ isMarked, isInSight }) => isMarked && isInSight)(${READ_FOCUS_STOP} ?? {})`
    await expectTrue(isSeen, `the focus on ${describeStop(stop)} is not to be seen`)
    return stop
  }

  return {
    goto: page.goto,
    press: page.press,
    type: page.type,
    focused,

    tab,

    /** Presses Tab until the focus is on what is wanted; returns the stops on the way, that one included. */
    tabTo: async (wanted: Wanted, { back = false }: { back?: boolean } = {}): Promise<FocusStop[]> => {
      const stops: FocusStop[] = []
      while (stops.length < MOST_STOPS) {
        const stop = await tab(back ? 'Shift+Tab' : 'Tab')
        if (stop === undefined) continue
        const before = stops.at(-1)
        if (before !== undefined && goesBack(before, stop)) {
          throw new Error(`after ${describeStop(before)} the focus goes back up to ${describeStop(stop)}`)
        }
        stops.push(stop)
        if (isWanted(stop, wanted)) return stops
      }
      throw new Error(`Tab does not reach ${String(wanted.name)}, only: ${stops.map(describeStop).join(', ')}`)
    },

    /** Waits until the focus is where the page has to put it by itself. */
    expectFocus: async (name: string | RegExp): Promise<void> => {
      const found = `(${READ_FOCUS_STOP}?.name ?? '')`
      const isIt = typeof name === 'string' ? `${found} === ${JSON.stringify(name)}` : `${name}.test(${found})`
      await expectTrue(isIt, `${String(name)} has not the focus`)
    },

    expectText: async (text: string): Promise<void> => {
      await expectTrue(`document.body.innerText.includes(${JSON.stringify(text)})`, `"${text}" does not come`)
    },

    expectTextGone: async (text: string): Promise<void> => {
      await expectTrue(`!document.body.innerText.includes(${JSON.stringify(text)})`, `"${text}" does not go`)
    },

    expectDialog: async ({ open }: { open: boolean }): Promise<void> => {
      const isSo = `(document.querySelector('[role=dialog]') !== null) === ${open}`
      await expectTrue(isSo, open ? 'no dialog opens' : 'the dialog does not close')
    },
  }
}

/** A text for the browser: waits there until an expression is true, and returns whether it became so. */
const waitFor = (expression: string): string => `new Promise((resolve) => {
  const end = performance.now() + ${PATIENCE_MS}
  const look = () => {
    if (${expression}) resolve(true)
    else if (performance.now() > end) resolve(false)
    else setTimeout(look, 20)
  }
  look()
})`

function isWanted(stop: FocusStop, { role, name }: Wanted): boolean {
  if (role !== undefined && stop.role !== role) return false
  return typeof name === 'string' ? stop.name === name : name.test(stop.name)
}

/**
 * Whether the later of two elements of a part of the page is before the earlier one to the eye: above it and to its left. The links that
 * skip something are in a corner of the screen.
 */
function goesBack(one: FocusStop, other: FocusStop): boolean {
  if (one.name.startsWith('Skip ') || other.name.startsWith('Skip ')) return false
  const [first, second] = one.place < other.place ? [one.edges, other.edges] : [other.edges, one.edges]
  return one.within === other.within && second.bottom <= first.top && second.right <= first.left
}

const describeStop = ({ role, name, within }: FocusStop): string => `${role} "${name.slice(0, 60)}" in ${within}`
