import { Checkbox, type CheckboxProps } from '@mantine/core'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts('tokens', {
  en: () => import('@fieldwatch/messages/tokens/en'),
  de: () => import('@fieldwatch/messages/tokens/de'),
  fr: () => import('@fieldwatch/messages/tokens/fr'),
  es: () => import('@fieldwatch/messages/tokens/es'),
})

interface RevokeTokensProps extends CheckboxProps {
  /** How many tokens for programs the person has. */
  count: number
}

/** Offers to revoke the person's tokens for programs with a new password. Absent where there are none. */
export function RevokeTokens({ count, ...checkbox }: RevokeTokensProps) {
  if (count === 0) return undefined
  return <Checkbox {...checkbox} label={t('tokens.revoke.all', { count })} description={t('tokens.revoke.all.help')} />
}
