import { uploadFile } from '@fieldwatch/contract/api/files'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Api } from '#platform/api/call.ts'
import type { PictureChange } from '#ui/pictures/image-field.tsx'

/** The picture field of a user after a change; a new picture is uploaded first. */
export async function uploadPicture(
  api: Api,
  picture: PictureChange,
  user: UserId | undefined,
): Promise<{ profilePic?: string }> {
  if (picture === undefined) return {}
  if (picture === null) return { profilePic: '' }
  const params = { folder: 'profile', name: user ?? 'new' } as const
  const { url } = (await api.call(uploadFile, { params, body: { file: picture } })).details
  return { profilePic: url }
}
