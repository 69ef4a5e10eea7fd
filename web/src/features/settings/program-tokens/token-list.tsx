import type { ProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useNow } from '#ui/components/use-now.ts'
import classes from '../profile/profile.module.css'
import { SCOPE_TEXT, tokenTimes } from './token-text.ts'
import { useRevokeToken } from './token-queries.ts'

const CLOCK_MS = 60_000

/** Tokens, what each is for and when it was used, and a button to end it. */
export function TokenList({ tokens }: { tokens: readonly ProgramToken[] }) {
  const [asked, ask] = useState<ProgramToken>()
  const revoke = useRevokeToken()
  return (
    <>
      {revoke.isError ? <FormFailure text="The token was not revoked." advice={revoke.error.message} /> : undefined}
      <ul className={classes['sessions']}>
        {tokens.map((token) => (
          <Token key={token.tokenID} token={token} onRevoke={() => ask(token)} />
        ))}
      </ul>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          opened
          title={`Revoke ${asked.name}?`}
          confirm="Revoke"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(asked.tokenID, { onSettled: () => ask(undefined) })}
          onClose={() => ask(undefined)}
        >
          Programs that use it are refused at once. It cannot be taken back: they need a new token.
        </ConfirmDialog>
      )}
    </>
  )
}

function Token({ token, onRevoke }: { token: ProgramToken; onRevoke: () => void }) {
  const { timeFormat } = useMe()
  const now = useNow(CLOCK_MS)
  const { name, beginning, scopes, role, createdBy } = token
  const isOver = Date.parse(token.expiresUTC) <= now
  const right = role === null ? '' : `As ${role}${createdBy === null ? '' : `, made by ${createdBy}`}. `
  return (
    <li>
      <div>
        <Group gap="xs">
          <Text component="span">{name}</Text>
          {isOver ? <Badge color="gray">Expired</Badge> : undefined}
        </Group>
        <Text size="sm">{scopes.map((scope) => SCOPE_TEXT[scope].label).join(', ')}</Text>
        <Text size="sm" c="dimmed">
          {right}
          {tokenTimes(token, now, timeFormat)}. Begins with {beginning}
        </Text>
      </div>
      <Button variant="default" size="compact-sm" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
