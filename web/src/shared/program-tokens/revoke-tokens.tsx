import { Checkbox, type CheckboxProps } from '@mantine/core'

interface RevokeTokensProps extends CheckboxProps {
  /** How many tokens for programs the person has. */
  count: number
}

/** Offers to revoke the person's tokens for programs with a new password. Absent where there are none. */
export function RevokeTokens({ count, ...checkbox }: RevokeTokensProps) {
  if (count === 0) return undefined
  return (
    <Checkbox
      {...checkbox}
      label={count === 1 ? 'Also revoke your token for programs' : `Also revoke your ${count} tokens for programs`}
      description="Do this if someone else may know your password. Programs that use them stop working."
    />
  )
}
