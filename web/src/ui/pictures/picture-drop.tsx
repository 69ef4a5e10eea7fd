import { Text, UnstyledButton } from '@mantine/core'
import { IconPhotoUp } from '#ui/icons/icons.ts'
import { useDropzone } from 'react-dropzone'
import classes from './image-cropper.module.css'
import { t } from './texts.ts'

/** Where a picture is dropped, pasted or browsed for. What may be taken is judged by anyone who gets the file. */
export function PictureDrop({ accept, onFile }: { accept: readonly string[]; onFile: (file: File) => void }) {
  const drop = useDropzone({
    multiple: false,
    // The button in it takes clicks and keys.
    noClick: true,
    noKeyboard: true,
    onDrop: ([file], [rejected]) => {
      const first = file ?? rejected?.file
      if (first !== undefined) onFile(first)
    },
  })
  const root = drop.getRootProps({ role: 'presentation' })
  return (
    <div {...root} tabIndex={undefined} data-over={drop.isDragActive} className={classes['drop']}>
      <input {...drop.getInputProps({ accept: accept.join(','), 'aria-label': t('pictures.file') })} />
      <UnstyledButton className={classes['browse'] ?? ''} onClick={drop.open}>
        <IconPhotoUp stroke={1.5} aria-hidden="true" />
        <Text component="span" fw={550}>
          {t('pictures.drop')}
        </Text>
      </UnstyledButton>
    </div>
  )
}
