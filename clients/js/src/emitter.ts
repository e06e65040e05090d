type Handler<T> = (value: T) => void;

/** Listeners by name; `Events` says what each name brings. */
export class Emitter<Events> {
  private readonly handlers = new Map<keyof Events, Set<Handler<never>>>();

  /** Gives back what takes the listener away again. */
  on<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): () => void {
    const mine: Handler<Events[Name]> = (value) => handler(value); // the same function may listen twice
    const set = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, set.add(mine));
    return () => void set.delete(mine);
  }

  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    for (const handler of [...(this.handlers.get(name) ?? [])] as Handler<Events[Name]>[]) {
      try {
        handler(value);
      } catch (error) {
        // One listener's fault must neither stop the others nor the connection, and must not be hidden either.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
