//! That a driver can be written from the documentation of `Machine::step` alone: this one was.

mod lifo;

#[test]
fn the_driver_tells_the_outcome_of_the_lesson_lifo() {
    let text = iocp_sim::sim::lesson("lifo").expect("it is a lesson");
    let outcome = lifo::drive(text).expect("the lesson can happen");
    let told: Vec<&str> = outcome.lines().filter(|line| line.contains("got")).collect();
    assert_eq!(told, ["  D got p1 key=1", "  D got p2 key=2", "  D got p3 key=1"]);
    assert_eq!(outcome.lines().last(), Some("  waiting [CBA], runs [D], queue []"));
}
