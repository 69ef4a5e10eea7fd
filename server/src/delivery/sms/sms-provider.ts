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
