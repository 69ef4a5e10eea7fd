import { BOARD_PATH } from '../../contract/boards.ts'
import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { t as ui } from '@fieldwatch/web/platform/texts.ts'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { boardErrors, type BoardValues, draftOf } from './board-form.ts'
import { usePreviewBoard } from './board-queries.ts'
import classes from './boards.module.css'
import { t } from '../texts.ts'

interface PreviewButtonProps {
  values: BoardValues
}

/** Shows what is in the editor as a screen would, with the values of now. Nothing is saved. */
export function PreviewButton({ values }: PreviewButtonProps) {
  const preview = usePreviewBoard()
  const isReady = Object.keys(boardErrors(values)).length === 0
  return (
    <>
      {preview.isError ? <FormFailure text={t('boards.preview.failed')} advice={preview.error.message} /> : undefined}
      <Button
        variant="default"
        loading={preview.isPending}
        disabled={!isReady}
        onClick={() => preview.mutate({ entity: values.entity, ...draftOf(values) })}
      >
        {t('boards.preview')}
      </Button>
      {preview.data === undefined ? undefined : (
        <Dialog
          title={t('boards.preview.title', { name: values.name })}
          size="90rem"
          closeButtonProps={{ 'aria-label': ui('ui.dialog.close') }}
          onClose={() => preview.reset()}
        >
          <Preview pass={preview.data.pass} title={t('boards.preview.title', { name: values.name })} />
        </Dialog>
      )}
    </>
  )
}

/** How wide a television is in pixels. */
const SCREEN_WIDTH = 1920

function Preview({ pass, title }: { pass: string; title: string }) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  return (
    <div ref={ref} className={classes['preview']}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, which draws on canvases with a worker */}
      <iframe src={`${BOARD_PATH}#${pass}`} title={title} style={{ transform: `scale(${width / SCREEN_WIDTH})` }} />
    </div>
  )
}
