import type { ProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useNow } from '#ui/components/use-now.ts'
import classes from '../profile/profile.module.css'
import { tokenFacts } from './token-text.ts'
import { useRevokeToken } from './token-queries.ts'
import { t } from './texts.ts'

const CLOCK_MS = 60_000

/** Tokens, what each is for and when it was used, and a button to end it. */
export function TokenList({ tokens }: { tokens: readonly ProgramToken[] }) {
  const [asked, ask] = useState<ProgramToken>()
  const revoke = useRevokeToken()
  return (
    <>
      {revoke.isError ? <FormFailure text={t('tokens.revoke.failed')} advice={revoke.error.message} /> : undefined}
      <ul className={classes['sessions']}>
        {tokens.map((token) => (
          <Token key={token.tokenID} token={token} onRevoke={() => ask(token)} />
        ))}
      </ul>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          title={t('tokens.revoke.title', { name: asked.name })}
          confirm={t('tokens.revoke')}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate({ tokenID: asked.tokenID }, { onSettled: () => ask(undefined) })}
          onClose={() => ask(undefined)}
        >
          {t('tokens.revoke.text')}
        </ConfirmDialog>
      )}
    </>
  )
}

function Token({ token, onRevoke }: { token: ProgramToken; onRevoke: () => void }) {
  const { timeFormat } = useMe()
  const now = useNow(CLOCK_MS)
  const { name, scopes } = token
  const isOver = Date.parse(token.expiresUTC) <= now
  return (
    <li>
      <div>
        <Group gap="xs">
          <Text component="span">{name}</Text>
          {isOver ? <Badge color="gray">{t('tokens.expired')}</Badge> : undefined}
        </Group>
        <Text size="sm">{scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', ')}</Text>
        <Text size="sm" c="dimmed">
          {tokenFacts(token, now, timeFormat)}
        </Text>
      </div>
      <Button variant="default" size="compact-sm" aria-label={t('tokens.revoke.one', { name })} onClick={onRevoke}>
        {t('tokens.revoke')}
      </Button>
    </li>
  )
}
