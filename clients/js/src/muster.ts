export class Muster {
  constructor(readonly server: string) {}
}
