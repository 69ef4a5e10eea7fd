import { EntitySelect } from '@fieldwatch/web/shared/users/entity-select.tsx'
import { type Board, LONGEST_BOARD_NAME, MOST_BOARD_PAGES, unitsOfPages } from '../../contract/boards.ts'
import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { ChangeFailure } from '@fieldwatch/web/shared/changes/change-failure.tsx'
import { useChangeForm } from '@fieldwatch/web/shared/changes/use-change-form.ts'
import { useFindNewer } from '@fieldwatch/web/shared/changes/use-find-newer.ts'
import { unitNamesQuery } from '@fieldwatch/web/shared/units/units-picker.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { NumberField } from '@fieldwatch/web/ui/components/number-field.tsx'
import card from '@fieldwatch/web/features/settings/settings-page.module.css'
import { boardErrors, boardValues, type BoardValues, draftOf, emptyPage, moved } from './board-form.ts'
import { boardsQuery, useChangeBoard, useCreateBoard } from './board-queries.ts'
import { PageEditor } from './page-editor.tsx'
import { PreviewButton } from './preview-button.tsx'
import { t } from '../texts.ts'

interface BoardEditorProps {
  /** As it was when the editor was opened; undefined: a new one. */
  board: Board | undefined
  onClose: () => void
}

/** The pages of a wallboard with their tiles. */
export function BoardEditor({ board: opened, onClose }: BoardEditorProps) {
  const me = useMe()
  const findNewer = useFindNewer()
  const create = useCreateBoard()
  const change = useChangeBoard()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const saving = opened === undefined ? create : change
  const edit = useChangeForm<Board | undefined, BoardValues>({
    thing: opened,
    valuesOf: (board) => boardValues(board, me.entity),
    validate: boardErrors,
    isKept: saving.isSuccess,
    readNewer: () =>
      findNewer(boardsQuery, (boards) => boards.find(({ boardID }) => boardID === opened?.boardID), t('boards.gone')),
    onNewer: () => change.reset(),
  })
  const { form, base } = edit
  const { pages } = form.values
  const names = useQuery(unitNamesQuery(useApi(), unitsOfPages(pages)))
  const error = edit.loadError ?? saving.error
  const setPages = (next: BoardValues['pages']): void => {
    form.setFieldValue('pages', next)
    form.clearFieldError('pages')
  }

  function save(values: BoardValues): void {
    const draft = draftOf(values)
    if (base === undefined) create.mutate({ entity: values.entity, ...draft }, { onSuccess: onClose })
    else change.mutate({ boardID: base.boardID, version: base.version, ...draft }, { onSuccess: onClose })
  }

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="md">
        <Title order={2} size="h4" ref={title} tabIndex={-1}>
          {opened === undefined ? t('boards.new') : t('boards.edit.title', { name: opened.name })}
        </Title>
        <section className={card['card']}>
          <Stack gap="sm">
            <TextInput
              label={t('boards.name')}
              required
              maxLength={LONGEST_BOARD_NAME}
              {...form.getInputProps('name')}
            />
            <NumberField label={t('boards.seconds')} required {...form.getInputProps('seconds')} />
            {opened === undefined ? (
              <EntitySelect label={t('boards.entity')} {...form.getInputProps('entity')} />
            ) : undefined}
          </Stack>
        </section>
        {pages.map((page, index) => (
          <PageEditor
            // oxlint-disable-next-line react/no-array-index-key -- a page is known by its place
            key={index}
            page={page}
            number={index + 1}
            isFirst={index === 0}
            isLast={index === pages.length - 1}
            unitName={(dataID) => names.data?.find(({ id }) => id === dataID)?.friendlyName ?? dataID}
            onChange={(next) => setPages(pages.with(index, next))}
            onMove={(by) => setPages(moved(pages, index, by))}
            onRemove={() => setPages(pages.toSpliced(index, 1))}
          />
        ))}
        {pages.length < MOST_BOARD_PAGES ? (
          <Group>
            <Button variant="default" onClick={() => setPages([...pages, emptyPage()])}>
              {t('boards.page.add')}
            </Button>
          </Group>
        ) : undefined}
        {form.errors['pages'] === undefined ? undefined : <FormFailure text={t('boards.page.full')} />}
        {error === null ? undefined : (
          <ChangeFailure
            error={error}
            failure={{ text: error.message }}
            // Pages are drawings: both versions side by side in words would help no one.
            newer={{ loadNewer: edit.loadNewer, loading: edit.loading }}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <PreviewButton values={form.values} />
          <Button variant="default" disabled={saving.isPending} onClick={onClose}>
            {t('boards.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={edit.loading}>
            {t('boards.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
