export const texts = {
  'account.sms-code': '{code} is your Fieldwatch code. It works for {minutes, number} minutes. Do not share it.',
} as const
