import { isPhoneNumber } from '@fieldwatch/contract/people/phone'
import {
  DEFAULT_CHANNELS,
  NewUser,
  type NotificationChannels,
  type SessionUser,
} from '@fieldwatch/contract/people/users'
import { z } from 'zod'
import { t } from './texts.ts'

/** What the Details card holds. */
export interface ProfileValues {
  firstName: string
  lastName: string
  email: string
  /** With its dial code, or empty. */
  phone: string
}

const { firstName, lastName, email } = NewUser.shape

export const ProfileForm = z.object({ firstName, lastName, email })

export function profileValues({ firstName, lastName, email, phone }: ProfileValues): ProfileValues {
  return { firstName, lastName, email, phone }
}

/** What is wrong with the phone of a profile; undefined when nothing is. No phone is fine. */
export function phoneProblem(phone: string): string | undefined {
  return phone === '' || isPhoneNumber(phone) ? undefined : t('profile.details.phone.invalid')
}

/** Whether a phone has to be verified before it is the user's. */
export function needsVerification(phone: string, saved: string): boolean {
  return phone !== '' && phone !== saved
}

/** What happens when a channel of notifications is switched. */
type SwitchOutcome =
  | { readonly kind: 'save'; readonly channels: NotificationChannels }
  /** There is no phone to send an SMS to: the switch stays off, and verification is offered. */
  | { readonly kind: 'verify' }

export function switchChannel(
  me: Pick<SessionUser, 'phone' | 'notifications'>,
  category: string,
  change: Partial<NotificationChannels>,
): SwitchOutcome {
  if (change.smsEnable === true && me.phone === '') return { kind: 'verify' }
  return { kind: 'save', channels: { ...channelsOf(me, category), ...change } }
}

/** The channels of a category; the default until the user chooses. */
export function channelsOf({ notifications }: Pick<SessionUser, 'notifications'>, category: string) {
  return notifications[category] ?? DEFAULT_CHANNELS
}
