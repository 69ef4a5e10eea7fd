import { type Board, LONGEST_BOARD_NAME } from '../../contract/boards.ts'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '@fieldwatch/web/ui/components/form-dialog.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import { usePairScreen } from './board-queries.ts'
import { boardAddress } from './board-form.ts'
import { t } from '../texts.ts'

interface PairDialogProps {
  boards: readonly Board[]
  /** From the QR code that the screen shows. */
  code: string | undefined
  onPaired: (name: string) => void
  onClose: () => void
}

/** Lets the screen that shows a code show a wallboard. */
export function PairDialog({ boards, code = '', onPaired, onClose }: PairDialogProps) {
  const pair = usePairScreen()
  const form = useForm({
    initialValues: { code, boardID: boards[0]?.boardID ?? '', name: '' },
    validate: (values) => ({
      ...(values.code.trim() === '' ? { code: t('boards.pair.code.missing') } : {}),
      ...(values.name.trim() === '' ? { name: t('boards.name.missing') } : {}),
    }),
  })
  useUnsaved(form.isDirty() && !pair.isSuccess)

  function save({ boardID, ...values }: typeof form.values): void {
    const board = boards.find((one) => one.boardID === boardID)
    if (board === undefined) return
    const body = { boardID: board.boardID, ...values }
    const onSuccess = (): void => {
      onPaired(values.name.trim())
      onClose()
    }
    pair.mutate(body, { onSuccess })
  }

  return (
    <FormDialog
      title={t('boards.pair')}
      submit={t('boards.pair.submit')}
      busy={pair.isPending}
      disabled={boards.length === 0}
      failure={pair.error}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <Text size="sm">{t('boards.pair.help', { address: boardAddress() })}</Text>
      {boards.length === 0 ? <Text fw={600}>{t('boards.pair.first')}</Text> : undefined}
      <TextInput
        label={t('boards.pair.code')}
        required
        data-autofocus
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.getInputProps('code')}
      />
      <NativeSelect
        label={t('boards.pair.board')}
        data={boards.map(({ boardID, name }) => ({ value: boardID, label: name }))}
        {...form.getInputProps('boardID')}
      />
      <TextInput
        label={t('boards.pair.name')}
        description={t('boards.pair.name.help')}
        required
        maxLength={LONGEST_BOARD_NAME}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
