import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  type Board,
  type BoardId,
  type BoardTile,
  updateBoard,
  createBoard,
  listBoards,
  addBoardScreen,
  createBoardPreview,
  removeBoardScreen,
  type ScreenId,
} from '../../contract/boards.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, answerTo, failure } from '@fieldwatch/web/testing/answers.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { onlyBody, pressTwice } from '@fieldwatch/web/testing/press-twice.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'
import { boardErrors, moved } from './board-form.ts'

const user = userEvent.setup()
const ID = '00000000-0000-4000-8000-000000000001'
const WELCOME: BoardTile = { kind: 'text', text: 'Welcome', width: 1, height: 1 }
const SCREEN = {
  screenID: ID as ScreenId,
  name: 'Lobby',
  pairedUTC: '2026-11-01T08:00:00.000Z',
  pairedBy: 'Ada Lovelace',
  lastSeenUTC: null,
  address: null,
}

function buildBoard(given: Partial<Board> = {}): Board {
  return {
    boardID: ID as BoardId,
    entity: 'water' as EntityId,
    name: 'Control room',
    seconds: 20,
    pages: [{ title: '', columns: 2, rows: 1, tiles: [WELCOME] }],
    savedBy: 'Ada Lovelace',
    savedUTC: '2026-11-01T08:00:00.000Z',
    state: 'open',
    screens: [],
    version: 3,
    ...given,
  }
}

interface Setting {
  boards?: readonly Board[]
  routes?: readonly Answer[]
  path?: string
}

function open({ boards = [buildBoard()], routes = [], path = '/settings?tab=boards' }: Setting = {}) {
  const me = buildSessionUser({ role: 'admin' })
  return renderApp({
    path,
    user: me,
    routes: [answerTo(getMe, () => me), answerTo(listBoards, () => ({ boards })), ...routes],
  })
}

const dialog = async () => within(await screen.findByRole('dialog'))

beforeEach(() => window.sessionStorage.clear())

describe('the list of wallboards', () => {
  it('says what each shows, who answers for it, and which screens show it', async () => {
    const seen = { ...SCREEN, lastSeenUTC: new Date().toISOString(), address: '192.0.2.7' }
    open({ boards: [buildBoard({ screens: [seen], state: 'editor' })] })
    const board = within(await screen.findByRole('region', { name: 'Control room' }))

    expect(board.getByText(/^One page, one tile, 20 seconds each\. Saved .* by Ada Lovelace\.$/)).toBeDefined()
    expect(board.getByText(/no longer an admin here/)).toBeDefined()
    expect(board.getByText(/^Last seen now, from 192\.0\.2\.7\. Paired .* by Ada Lovelace\.$/)).toBeDefined()
  })

  it('is taken over as it is where it shows nothing', async () => {
    const board = buildBoard({ state: 'editor' })
    const { seen } = open({ boards: [board], routes: [answerTo(updateBoard, () => board)] })
    pressTwice(await screen.findByRole('button', { name: 'Take over the wallboard Control room' }))

    const { boardID, version, name, seconds, pages } = board
    await waitFor(() =>
      expect(onlyBody(seen, 'PUT /api/v1/boards')).toEqual({ boardID, version, name, seconds, pages }),
    )
  })

  it('removes a screen after a question', async () => {
    const { seen } = open({ boards: [buildBoard({ screens: [SCREEN] })], routes: [answerTo(removeBoardScreen)] })
    await user.click(await screen.findByRole('button', { name: 'Remove the screen Lobby' }))
    pressTwice((await dialog()).getByRole('button', { name: 'Remove' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'DELETE /api/v1/boards/screens')).toEqual({ screenID: ID })
  })

  it('is not for viewers', async () => {
    const me = buildSessionUser({ role: 'viewer' })
    renderApp({ path: '/settings?tab=boards', user: me, routes: [answerTo(getMe, () => me)] })

    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Wallboards' })).toBeNull()
  })
})

describe('pairing a screen', () => {
  it('takes the code of the QR code, and pairs once by a double click', async () => {
    const { seen } = open({
      path: '/settings?tab=boards&code=K7M4-9QXR',
      routes: [answerTo(addBoardScreen, () => ({ screen: SCREEN }))],
    })
    const form = await dialog()
    expect(form.getByLabelText<HTMLInputElement>(/^Code/).value).toBe('K7M4-9QXR')
    await user.type(form.getByLabelText(/^Name of the screen/), 'Lobby')
    pressTwice(form.getByRole('button', { name: 'Pair' }))

    expect(await screen.findByText(/^The screen Lobby is paired\./)).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/boards/pair')).toEqual({ boardID: ID, code: 'K7M4-9QXR', name: 'Lobby' })
    await waitFor(() => expect(window.location.search).toBe('?tab=boards'))
  })

  it('says that no screen shows the code, and keeps the input', async () => {
    open({ routes: [answerTo(addBoardScreen, () => failure('board/code-wrong'))] })
    await user.click(await screen.findByRole('button', { name: 'Pair a screen' }))
    const form = await dialog()
    await user.type(form.getByLabelText(/^Code/), 'AAAA-AAAA')
    await user.type(form.getByLabelText(/^Name of the screen/), 'Lobby')
    await user.click(form.getByRole('button', { name: 'Pair' }))

    expect(await form.findByText('The sentence of board/code-wrong.')).toBeDefined()
    expect(form.getByLabelText<HTMLInputElement>(/^Code/).value).toBe('AAAA-AAAA')
  })
})

describe('the editor of wallboards', () => {
  it('makes one wallboard with its tiles in order, by a double click', async () => {
    const { seen } = open({ boards: [], routes: [answerTo(createBoard, () => buildBoard())] })
    await user.click(await screen.findByRole('button', { name: 'New wallboard' }))
    await user.type(await screen.findByLabelText(/^Name/), 'Night shift')
    for (const text of ['First', 'Second']) {
      await user.click(screen.getByRole('button', { name: 'Add tile' }))
      const form = await dialog()
      await user.selectOptions(form.getByRole('combobox', { name: 'Shows' }), 'A text')
      await user.type(form.getByLabelText(/^Text/), text)
      await user.click(form.getByRole('button', { name: 'Add tile' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await user.click(screen.getByRole('button', { name: 'Move Second up' }))
    pressTwice(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByRole('button', { name: 'New wallboard' })).toBeDefined()
    const { pages, ...sent } = onlyBody(seen, 'POST /api/v1/boards') as Board
    expect(sent).toMatchObject({ name: 'Night shift', seconds: 20 })
    expect(pages).toEqual([
      {
        title: '',
        columns: 3,
        rows: 2,
        tiles: ['Second', 'First'].map((text) => ({ kind: 'text', text, width: 1, height: 1 })),
      },
    ])
  })

  it('keeps what was entered when someone else saved first, and saves it from the newer version', async () => {
    let boards = [buildBoard()]
    const { seen } = open({
      routes: [
        answerTo(listBoards, () => ({ boards })),
        answerTo(updateBoard, ({ body }) => {
          if (body.version === 4) return buildBoard()
          boards = [buildBoard({ seconds: 45, version: 4 })]
          return failure('board/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Control room' }))
    await user.clear(await screen.findByLabelText(/^Name/))
    await user.type(screen.getByLabelText(/^Name/), 'Night shift')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^Grace Hopper changed it in the meantime/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Seconds for each page/).value).toBe('45'))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByRole('button', { name: 'New wallboard' })).toBeDefined()
    expect(seen.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
      name: 'Night shift',
      seconds: 45,
      version: 4,
    })
  })

  it('says that tiles do not fit, and sends nothing', async () => {
    const { seen } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Control room' }))
    await user.click(await screen.findByRole('button', { name: 'Edit Welcome' }))
    const form = await dialog()
    await user.selectOptions(form.getByRole('combobox', { name: 'Width in columns' }), '2')
    await user.click(form.getByRole('button', { name: 'Apply' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Columns' }), '1')
    expect(await screen.findByText(/^The tiles don’t fit on the page/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(seen.filter(({ method }) => method === 'PUT')).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preview' }).disabled).toBe(true)
  })

  it('shows the wallboard before it is saved', async () => {
    const { seen } = open({ routes: [answerTo(createBoardPreview, () => ({ pass: 'fwb_preview' }))] })
    await user.click(await screen.findByRole('button', { name: 'Edit Control room' }))
    await user.click(await screen.findByRole('button', { name: 'Preview' }))

    const frame = (await dialog()).getByTitle('Preview of Control room')
    expect(frame.getAttribute('src')).toBe('/board#fwb_preview')
    expect(onlyBody(seen, 'POST /api/v1/boards/preview')).toMatchObject({ name: 'Control room', seconds: 20 })
  })
})

describe('a list in the editor', () => {
  it('moves one item by one place, and leaves those at the ends', () => {
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  })

  it.each([4, 3601, 5.5, Number.NaN, ''] as const)('refuses %s seconds for each page', (seconds) => {
    const values = { name: 'Room', entity: 'water' as EntityId, pages: [], seconds }
    expect(Object.keys(boardErrors(values))).toEqual(['seconds'])
    expect(boardErrors({ ...values, seconds: 5 })).toEqual({})
  })
})
