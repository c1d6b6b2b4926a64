//! The look controller: from a target to parameters.

use super::parameter::LookParameter;
use super::smooth_damp::SmoothDamp;
use super::space::LookSpace;
use super::target::LookTarget;
use crate::Error;
use crate::geometry::finite;
use crate::motion::Motion;
use crate::parameter::{Blend, Parameters, Slot};

/// Lets parameters follow a target.
///
/// [`LookController::update`] is called once a frame, after everything that it is laid over has written its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct LookController {
    /// Where the character is; may change from frame to frame.
    pub space: LookSpace,
    /// How the values are laid over what is there; additive by default.
    pub blend: Blend,
    /// How the target's place is smoothed; 0.15 s by default.
    pub damping: SmoothDamp,
    weight: f64,
    looks: Vec<LookParameter>,
    /// Where each of them is in the table.
    slots: Vec<Slot>,
    /// Where it looks, in the character's space.
    offset: [Motion; 3],
    /// Where the target was last.
    goal: [f64; 3],
}

impl LookController {
    /// A controller without parameters, looking straight ahead.
    pub fn new(space: LookSpace) -> Self {
        Self {
            space,
            blend: Blend::default(),
            damping: SmoothDamp::default(),
            weight: 1.0,
            looks: Vec::new(),
            slots: Vec::new(),
            offset: [Motion::at_rest(0.0); 3],
            goal: [0.0; 3],
        }
    }

    /// How much of it there is; 1 is all.
    ///
    /// # Errors
    /// If it is not finite.
    pub fn set_weight(&mut self, weight: f64) -> Result<(), Error> {
        self.weight = finite("weight of the look", weight)?;
        Ok(())
    }

    /// Adds parameters. They follow from the next [`LookController::refresh`] on.
    pub fn add(&mut self, looks: impl IntoIterator<Item = LookParameter>) {
        self.looks.extend(looks);
    }

    /// Removes a parameter. It is left alone from the next [`LookController::refresh`] on.
    pub fn remove(&mut self, id: &str) {
        self.looks.retain(|look| look.id() != id);
    }

    /// Finds all parameters in the table. To be called once, and after adding or removing some.
    ///
    /// # Errors
    /// If the table lacks one of them; nothing has changed then.
    pub fn refresh(&mut self, parameters: &Parameters) -> Result<(), Error> {
        self.slots = self.looks.iter().map(|look| parameters.slot(look.id())).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Looks at a target for `dt` seconds, and lays the values over those of the table. Time that is not over 0 moves
    /// nothing, but the values are laid over all the same.
    pub fn update(&mut self, dt: f64, target: &dyn LookTarget, parameters: &mut Parameters) {
        self.goal =
            if target.is_active() { self.space.local(target.position()).unwrap_or(self.goal) } else { [0.0; 3] };
        self.offset = std::array::from_fn(|i| self.damping.step(self.offset[i], self.goal[i], dt));
        let offset = self.offset();
        for (look, slot) in self.looks.iter().zip(&self.slots) {
            parameters.blend(*slot, self.blend, look.value(offset), self.weight);
        }
    }

    /// Where it looks: the smoothed offset from the centre, in the character's space.
    pub fn offset(&self) -> [f64; 3] {
        self.offset.map(|m| m.value)
    }

    /// Straight ahead again, at once.
    pub fn reset(&mut self) {
        self.offset = [Motion::at_rest(0.0); 3];
        self.goal = [0.0; 3];
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, PointTarget};
    use super::*;

    struct Stage {
        parameters: Parameters,
        controller: LookController,
        target: PointTarget,
    }

    impl Stage {
        fn new(place: [f64; 3]) -> Self {
            let parameters = Parameters::standard();
            let mut controller = LookController::new(LookSpace::default());
            controller.add(LookParameter::standard(&parameters).unwrap());
            controller.refresh(&parameters).unwrap();
            Self { parameters, controller, target: PointTarget::at(place) }
        }

        fn frame(&mut self, dt: f64) {
            self.parameters.restore();
            self.controller.update(dt, &self.target, &mut self.parameters);
        }

        fn after(&mut self, frames: usize) -> &mut Self {
            (0..frames).for_each(|_| self.frame(1.0 / 60.0));
            self
        }

        fn value(&self, id: &str) -> f64 {
            self.parameters.value(self.parameters.slot(id).unwrap())
        }
    }

    #[test]
    fn all_parameters_of_a_corner_are_reached() {
        let mut stage = Stage::new([1.0, 1.0, 0.0]);
        stage.after(300);
        for (id, expected) in [
            ("ParamAngleX", 30.0),
            ("ParamAngleY", 30.0),
            ("ParamAngleZ", -30.0),
            ("ParamBodyAngleX", 10.0),
            ("ParamEyeBallX", 1.0),
            ("ParamEyeBallY", 1.0),
        ] {
            assert!((stage.value(id) - expected).abs() < 1e-6, "{id}: {}", stage.value(id));
        }
    }

    #[test]
    fn a_target_ten_screens_away_gives_the_maximum() {
        let mut stage = Stage::new([10.0, -10.0, 0.0]);
        assert!((stage.after(300).value("ParamAngleX") - 30.0).abs() < 1e-6);
        // And no faster than one at the edge.
        let first = |x| Stage::new([x, 0.0, 0.0]).after(1).value("ParamAngleX");
        assert_eq!(first(10.0), first(1.0));
        assert!((first(1.0) - 30.0 * 0.02105).abs() < 1e-3);
    }

    #[test]
    fn a_target_that_is_not_active_is_eased_away_from() {
        let mut stage = Stage::new([1.0, 0.0, 0.0]);
        stage.after(300).target.active = false;
        let next = stage.after(1).value("ParamAngleX");
        assert!(next > 27.0, "{next}");
        let home = stage.after(29).value("ParamAngleX");
        assert!(home.abs() < 0.3 + 0.02, "{home}");
        // Back again, it starts from what is shown.
        stage.target.active = true;
        assert!((stage.after(1).value("ParamAngleX") - home).abs() < 1.0);
    }

    #[test]
    fn a_constant_target_gives_the_same_frame_for_ever() {
        let mut stage = Stage::new([0.4, -0.2, 0.0]);
        let first = stage.after(600).parameters.clone();
        stage.after(10_000);
        for ((_, a), (_, b)) in first.iter().zip(stage.parameters.iter()) {
            assert!((a - b).abs() < 1e-9);
        }
    }

    #[test]
    fn blends_and_weights() {
        for (blend, weight, expected) in [
            (Blend::Additive, 1.0, 25.0),
            (Blend::Additive, 0.5, 17.5),
            (Blend::Override, 1.0, 15.0),
            (Blend::Override, 0.5, 12.5),
            (Blend::Multiply, 1.0, 30.0), // 10 * 15, clamped
            (Blend::Multiply, 0.1, 24.0),
            (Blend::Additive, 0.0, 10.0),
        ] {
            let mut stage = Stage::new([0.5, 0.0, 0.0]);
            let slot = stage.parameters.slot("ParamAngleX").unwrap();
            stage.parameters.set(slot, 10.0);
            stage.parameters.save();
            stage.controller.blend = blend;
            stage.controller.set_weight(weight).unwrap();
            let value = stage.after(300).value("ParamAngleX");
            assert!((value - expected).abs() < 1e-6, "{blend:?} {weight}: {value}");
        }
        assert!(Stage::new([0.0; 3]).controller.set_weight(f64::NAN).is_err());
    }

    #[test]
    fn added_and_removed_parameters_count_after_a_refresh() {
        let mut stage = Stage::new([1.0, 0.0, 0.0]);
        stage.controller.add([LookParameter::with_factor("ParamCheek", Axis::X, 1.0).unwrap()]);
        stage.controller.refresh(&stage.parameters).unwrap();
        stage.controller.remove("ParamAngleX");
        stage.controller.refresh(&stage.parameters).unwrap();
        stage.after(300);
        assert!((stage.value("ParamCheek") - 1.0).abs() < 1e-6 && stage.value("ParamAngleX") == 0.0);

        stage.controller.add([LookParameter::with_factor("ParamChek", Axis::X, 1.0).unwrap()]);
        assert!(stage.controller.refresh(&stage.parameters).unwrap_err().to_string().contains("\"ParamCheek\""));
    }

    #[test]
    fn places_that_are_not_finite_change_nothing() {
        let mut stage = Stage::new([0.5, 0.5, 0.0]);
        let before = stage.after(300).parameters.clone();
        stage.target.position = [f64::NAN, 0.0, 0.0];
        assert!(stage.after(60).parameters.iter().zip(before.iter()).all(|((_, a), (_, b))| (a - b).abs() < 1e-9));
        stage.frame(0.0);
        stage.frame(f64::NAN);
        stage.frame(-1.0);
        assert!(stage.parameters.iter().all(|(_, v)| v.is_finite()));
        assert!((stage.value("ParamAngleX") - 15.0).abs() < 1e-6);
        stage.controller.reset();
        stage.target.active = false;
        stage.frame(0.0);
        assert_eq!(stage.value("ParamAngleX"), 0.0);
    }
}
