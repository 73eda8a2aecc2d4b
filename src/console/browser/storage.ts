/**
 * Local and session storage that never throw: a browser may forbid them, they may be full, or lose their content. What cannot be stored is
 * kept in memory until the page closes, so that the console works for the session.
 */
export interface SafeStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

function safeStorage(area: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  return {
    read(key) {
      try {
        return area().getItem(key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    write(key, value) {
      try {
        area().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // The value was not stored there either.
      }
    },
  };
}

export const localStore = safeStorage(() => window.localStorage);
export const sessionStore = safeStorage(() => window.sessionStorage);

/** Where the session storage has the token of the session (specification, section 9). */
export const tokenKey = 'app.token';
