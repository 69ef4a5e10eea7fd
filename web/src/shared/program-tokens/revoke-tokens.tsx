import type { texts } from '@fieldwatch/messages/tokens/en'
import { Checkbox, type CheckboxProps } from '@mantine/core'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/tokens/??.*'))

interface RevokeTokensProps extends CheckboxProps {
  /** How many tokens for programs the person has. */
  count: number
}

/** Offers to revoke the person's tokens for programs with a new password. Absent where there are none. */
export function RevokeTokens({ count, ...checkbox }: RevokeTokensProps) {
  if (count === 0) return undefined
  return <Checkbox {...checkbox} label={t('tokens.revoke.all', { count })} description={t('tokens.revoke.all.help')} />
}
