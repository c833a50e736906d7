import type { Texts } from '../messages.ts'
import type { google as en } from '../en/google.ts'

export const google = {
  button: 'Войти через Google',
  title: 'Выберите аккаунт',
  explanation: 'Эта страница заменяет Google на вашем компьютере: здесь можно войти с любым адресом.',
  another: 'Другой аккаунт',
  email: 'Электронная почта',
  name: 'Имя',
  continue: 'Продолжить',
  failing: 'Аккаунты, которым должно быть отказано',
  done: 'Вход выполнен. Это окно можно закрыть.',
} as const satisfies Texts<typeof en>
