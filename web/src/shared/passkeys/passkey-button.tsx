import { Button, Stack } from '@mantine/core'
import { useAction } from '#platform/api/use-action.ts'
import { useSession } from '#platform/session/session-context.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { knowsPasskeys, loadPasskeys } from './load-passkeys.ts'
import { passkeyFailure } from './passkey-failure.ts'
import { t } from './texts.ts'

/** Signs in with a passkey, without address and password. Absent where the browser knows none. */
export function PasskeyButton({ variant }: { variant: 'filled' | 'default' }) {
  const session = useSession()
  const enter = useAction({
    once: true,
    mutationFn: async () => {
      const { askPasskey } = await loadPasskeys()
      await session.signInWithPasskey(askPasskey)
    },
  })
  if (!knowsPasskeys()) return undefined
  return (
    <Stack gap="xs">
      {enter.error === null ? undefined : <FormFailure {...passkeyFailure(enter.error)} />}
      <Button variant={variant} fullWidth loading={enter.isPending} onClick={() => enter.mutate()}>
        {t('second-step.way.passkey')}
      </Button>
    </Stack>
  )
}
