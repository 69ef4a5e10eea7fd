import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { DataId } from '@fieldwatch/contract/api/ids'

type AskedRequest = Pick<ActionMessage, 'action_id' | 'actionClass' | 'action'>

/** Hands requests out and takes what became of them, as the room of requests does it. */
export interface RequestHandOut {
  next(dataId: DataId): Promise<{ readonly message: ActionMessage; readonly expiresAt: number } | undefined>
  noteSent(dataId: DataId, id: number): Promise<void>
  noteHandedOver(dataId: DataId, id: number, door: Door): Promise<void>
  find(id: number): Promise<AskedRequest | undefined>
  answer(dataId: DataId, asked: AskedRequest, result: { status: string; payload?: string }): Promise<void>
}
