import { listRooms, readRoom } from '@fieldwatch/messages/testing/read-rooms'

const rooms = await Promise.all(listRooms().map((room) => readRoom(room, 'en')))

/** What entries of the activity say that was done, by id. The server writes them, and has no pseudo-locales. */
export const ACTION_TEXTS: ReadonlyMap<string, string> = new Map(
  rooms.flatMap((texts) => Object.entries(texts)).filter(([id]) => id.startsWith('activity-actions.')),
)
