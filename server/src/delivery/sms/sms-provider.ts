export const SMS_PROVIDERS = ['vonage', 'twilio'] as const
export type SmsProviderName = (typeof SMS_PROVIDERS)[number]

/** An account at a company that sends SMS. */
export interface SmsProvider {
  name: SmsProviderName
  /** The API key at Vonage, the account SID at Twilio. */
  account: string
  /** The API secret at Vonage, the auth token at Twilio. */
  secret: string
  /** The number or name that messages come from. */
  from: string
  /** Where its API is, without a slash at the end; leaving it out means its own address. */
  url?: string | undefined
  /** How long to wait before the first retry; then it grows. */
  retrySeconds?: number
}

/**
 * The provider did not take an SMS. What it wrote is left out on purpose: it may repeat the text of the message, and codes
 * do not belong into logs.
 */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
  /** Whether this message will never be taken. */
  readonly final: boolean

  constructor(message: string, { final }: { final: boolean }) {
    super(message)
    this.final = final
  }
}

/** How long a provider may take to answer. */
export const ANSWER_MS = 15_000
