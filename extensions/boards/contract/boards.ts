import { z } from 'zod'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors, errorsOfThing } from '@fieldwatch/contract/api/errors'
import { DataId, EntityId, UtcTime } from '@fieldwatch/contract/api/ids'
import { SeenVersion, Version } from '@fieldwatch/contract/api/version'
import { line, longText, phrase } from '@fieldwatch/contract/text/text'
import { OVERVIEW_KINDS, type OverviewKind } from '@fieldwatch/contract/widgets/widget-kinds'
import { MOST_COLUMNS, MOST_ROWS, placeTiles } from './board-layout.ts'
import { BoardAlert } from './board-screen.ts'

/** The most wallboards of one entity. */
export const MOST_BOARDS = 50
export const MOST_BOARD_PAGES = 20
/** The most different units of one wallboard. */
const MOST_BOARD_UNITS = 100
/** The most screens that show one wallboard. */
export const MOST_BOARD_SCREENS = 50
/** The longest range of a chart. */
const LONGEST_BOARD_MINUTES = 366 * 24 * 60
export const LONGEST_BOARD_NAME = 100
export const LONGEST_TILE_TEXT = 500
export const SHORTEST_PAGE_SECONDS = 5
export const LONGEST_PAGE_SECONDS = 3_600
/** How long a code of a screen is good for. */
export const PAIRING_MINUTES = 10

/** Where a screen shows its wallboard, or the code to pair it. */
export const BOARD_PATH = '/board'

/** How the pass of a screen begins. */
export const BOARD_PREFIX = 'fwb_'

export const BoardId = z
  .string()
  .regex(/^[0-9a-f-]{36}$/, 'fields.board-id')
  .brand<'BoardId'>()
export type BoardId = z.infer<typeof BoardId>

export const ScreenId = z
  .string()
  .regex(/^[0-9a-f-]{36}$/, 'fields.screen-id')
  .brand<'ScreenId'>()
export type ScreenId = z.infer<typeof ScreenId>

const WIDGET_KINDS = Object.keys(OVERVIEW_KINDS) as [OverviewKind, ...OverviewKind[]]

const size = {
  width: z.number().int().min(1).max(MOST_COLUMNS),
  height: z.number().int().min(1).max(MOST_ROWS),
}

export const BOARD_TILE_KINDS = ['widget', 'chart', 'map', 'alerts', 'text'] as const
export type BoardTileKind = (typeof BOARD_TILE_KINDS)[number]

/** One tile as it is kept: what of which unit it shows. Widgets and charts are named by their titles in the template of the unit. */
export const BoardTile = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('widget'),
    dataID: DataId,
    widget: z.enum(WIDGET_KINDS),
    title: phrase(200),
    ...size,
  }),
  z.strictObject({
    kind: z.literal('chart'),
    dataID: DataId,
    title: phrase(200),
    /** Up to now. */
    minutes: z.number().int().min(1).max(LONGEST_BOARD_MINUTES),
    ...size,
  }),
  z.strictObject({
    kind: z.literal('map'),
    title: line(LONGEST_BOARD_NAME),
    dataIDs: z.array(DataId).min(1, 'fields.choose-unit').max(MOST_BOARD_UNITS),
    ...size,
  }),
  /** The alerts that are triggered on units of the entity and those below. */
  z.strictObject({ kind: z.literal('alerts'), ...size }),
  z.strictObject({ kind: z.literal('text'), text: longText(LONGEST_TILE_TEXT).min(1, 'fields.enter-text'), ...size }),
])
export type BoardTile = z.infer<typeof BoardTile>

export const BoardPage = z
  .strictObject({
    title: line(LONGEST_BOARD_NAME),
    columns: z.number().int().min(1).max(MOST_COLUMNS),
    rows: z.number().int().min(1).max(MOST_ROWS),
    tiles: z.array(BoardTile).max(MOST_COLUMNS * MOST_ROWS),
  })
  .refine(({ tiles, columns, rows }) => placeTiles(tiles, { columns, rows }) !== undefined, {
    path: ['tiles'],
    message: 'fields.board-tiles',
  })
export type BoardPage = z.infer<typeof BoardPage>

const Name = line(LONGEST_BOARD_NAME).min(1, 'fields.enter-name')
const Seconds = z.number().int().min(SHORTEST_PAGE_SECONDS).max(LONGEST_PAGE_SECONDS)
const Pages = z
  .array(BoardPage)
  .min(1)
  .max(MOST_BOARD_PAGES)
  .refine((pages) => unitsOfPages(pages).length <= MOST_BOARD_UNITS, 'fields.board-units')

/** What people decide about a wallboard. */
export const BoardDraft = z.strictObject({ name: Name, seconds: Seconds, pages: Pages })
export type BoardDraft = z.infer<typeof BoardDraft>

/** The units that pages name, each once. */
export function unitsOfPages(pages: readonly Pick<BoardPage, 'tiles'>[]): DataId[] {
  const units = pages.flatMap(({ tiles }) => tiles.flatMap(unitsOfTile))
  return [...new Set(units)]
}

function unitsOfTile(tile: BoardTile): readonly DataId[] {
  if (tile.kind === 'map') return tile.dataIDs
  return tile.kind === 'widget' || tile.kind === 'chart' ? [tile.dataID] : []
}

/**
 * Whether screens show the wallboard, or why not: the person who saved it last is gone, disabled, no admin any more, or no longer has its
 * entity in reach.
 */
const BoardState = z.enum(['open', 'editor'])

/** A screen that was paired with a wallboard. */
export const BoardScreenDocument = z.object({
  screenID: ScreenId,
  name: z.string(),
  pairedUTC: UtcTime,
  /** Null: someone who is gone or out of reach. */
  pairedBy: z.string().nullable(),
  /** Null: it has not opened the wallboard yet. */
  lastSeenUTC: UtcTime.nullable(),
  /** From where it was seen last. */
  address: z.string().nullable(),
})
export type BoardScreenDocument = z.infer<typeof BoardScreenDocument>

export const Board = z.object({
  boardID: BoardId,
  entity: EntityId,
  name: z.string(),
  seconds: z.number().int(),
  pages: z.array(BoardPage),
  /** Who answers for it: the last person who saved it. Null: someone who is gone or out of reach. */
  savedBy: z.string().nullable(),
  savedUTC: UtcTime,
  state: BoardState,
  screens: z.array(BoardScreenDocument),
  version: Version,
})
export type Board = z.infer<typeof Board>

const BOARD_ERRORS = {
  ...errorsOfThing('board'),
  'board/too-many-screens': 409,
  'board/screen-not-found': 404,
  'board/code-wrong': 404,
  'board/no-editor': 403,
} as const
declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends Readonly<typeof BOARD_ERRORS> {}
}
addErrors(BOARD_ERRORS, { ofPasses: ['board/no-editor'] })

const tag = {
  tag: 'boards',
  errors: ['board/', 'unit/not-found', 'entity/not-found', 'auth/too-many-requests', 'request/rate-limited'],
}
const userEndpoint = endpointsWith(tag)

export const listBoards = userEndpoint(`GET ${API_BASE}/boards`, {
  summary: 'The wallboards of the entities in reach, by name, with the screens that show them (admin)',
  reply: envelope(z.object({ boards: z.array(Board) })),
})

export const createBoard = userEndpoint(`POST ${API_BASE}/boards`, {
  idempotent: true,
  summary: 'Create a wallboard of units in reach (admin)',
  body: z.object({ entity: EntityId.optional(), name: Name, seconds: Seconds, pages: Pages }),
  reply: envelope(Board),
})

export const updateBoard = userEndpoint(`PUT ${API_BASE}/boards`, {
  summary: 'Change a wallboard (admin): its screens show what the person who saves it can share',
  body: z.object({ boardID: BoardId, name: Name, seconds: Seconds, pages: Pages, version: SeenVersion }),
  reply: envelope(Board),
})

export const removeBoard = userEndpoint(`DELETE ${API_BASE}/boards`, {
  summary: 'Delete a wallboard; its screens go blank immediately (admin)',
  body: z.object({ boardID: BoardId }),
})

export const createBoardPreview = userEndpoint(`POST ${API_BASE}/boards/preview`, {
  summary: 'Show a wallboard that is not saved to its editor for ten minutes (admin); `pass` opens it',
  body: z.object({ entity: EntityId.optional(), name: Name, seconds: Seconds, pages: Pages }),
  reply: envelope(z.object({ pass: z.string() })),
})

/** What people type of a code: letters and digits; the rest is for reading. */
const Code = z.string().max(40)

export const addBoardScreen = userEndpoint(`POST ${API_BASE}/boards/pair`, {
  idempotent: true,
  summary: 'Let the screen that shows a code show a wallboard (admin)',
  body: z.object({ code: Code, boardID: BoardId, name: Name }),
  reply: envelope(z.object({ screen: BoardScreenDocument })),
})

export const removeBoardScreen = userEndpoint(`DELETE ${API_BASE}/boards/screens`, {
  summary: 'Remove a screen from its wallboard; it goes blank immediately (admin)',
  body: z.object({ screenID: ScreenId }),
})

export const createBoardPairing = defineEndpoint(`POST ${API_BASE}/boards/pairings`, {
  ...tag,
  access: 'public',
  summary: 'Ask for a code that an admin enters to pair this screen; `pass` opens the wallboard once that is done',
  reply: envelope(
    z.object({
      /** Eight letters and digits, in two groups. */
      code: z.string(),
      pass: z.string(),
      expiresUTC: UtcTime,
      /** How long it is good for, for screens whose clock is wrong. */
      seconds: z.number().int(),
    }),
  ),
})

export const listBoardAlerts = defineEndpoint(`GET ${API_BASE}/boards/alerts`, {
  tag: 'boards',
  access: 'share',
  errors: ['data/not-found'],
  summary: 'The alerts that are triggered, the newest first, for the pass of a screen that lists them',
  reply: envelope(z.object({ alerts: z.array(BoardAlert), total: z.number().int() })),
})
