import { LANGUAGES } from '@fieldwatch/contract/text/languages'
import { compareWithEnglish, listRooms } from './read-rooms.ts'

// `npm run texts` says what translators have to do.
for (const language of LANGUAGES) {
  for (const room of listRooms()) {
    const { missing, left } = await compareWithEnglish(room, language)
    for (const id of missing) process.stdout.write(`${language}: ${id} is not translated\n`)
    for (const id of left) process.stdout.write(`${language}: ${id} is not a text any more\n`)
  }
}
