// One line for each extension: the folder of its name in `extensions/`.
export { teltonika } from '@fieldwatch/teltonika/server/extension'
